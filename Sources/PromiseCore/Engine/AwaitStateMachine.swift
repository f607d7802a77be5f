/// The wait of one `get()` as a pure state machine: the first event ends it, and the continuation is resumed exactly
/// once.
///
/// ```
///            suspend                end
///  running ───────────▶ suspended ───────▶ ended   (the caller of `end` resumes)
///     └──────────────────────────────────▶ ended   (the caller of `suspend` resumes)
///            end
/// ```
///
/// Four events race: the task suspends, the promise settles, the task is canceled, and the time limit passes. The first
/// is `suspend`, the others are calls of `end`. Each event's result says whether its caller has to resume the
/// continuation.
///
/// Invariants:
///
/// - Only the first call of `end` decides; `ended` is final and keeps that call's reason.
/// - `suspend` is called at most once. The continuation is stored only in `suspended`, and the event that leaves this
///   state returns it. So the continuation is resumed once, and an ended wait does not retain it.
///
/// `TaskWaiter` guards the state machine with its lock, and resumes the continuation after releasing it. Every event
/// takes O(1). The type of the continuation is a parameter so that tests can explore every order of the events.
package struct AwaitStateMachine<Continuation> {
  fileprivate enum State {
    /// The task has not suspended yet, and no event has ended the wait.
    case running
    /// The task is suspended, or about to be, and waits for `end`.
    case suspended(Continuation)
    /// An event has ended the wait, for this reason.
    case ended(AwaitResult)
  }

  private var state = State.running

  /// Creates the state of a wait before its task has suspended.
  package init() {}

  /// Whether the wait has ended.
  package var hasEnded: Bool {
    if case .ended = state { true } else { false }
  }

  /// Suspends the task. If the wait has ended already, returns the result with which the caller must resume
  /// `continuation`.
  ///
  /// - Parameter continuation: The continuation of the task. The state machine stores it if the wait has not ended.
  /// - Returns: The reason for the end of the wait, or `nil` if the task has to stay suspended.
  package mutating func suspend(_ continuation: Continuation) -> AwaitResult? {
    switch state {
    case .running:
      state = .suspended(continuation)
      return nil
    case .ended(let result):
      return result
    case .suspended:
      // trap: wait-suspended-twice
      preconditionFailure("A wait cannot be suspended twice. This is a bug in swift-promises; please report it.")
    }
  }

  /// Ends the wait. Returns whether this event ended it, and the continuation that the caller must resume, if any.
  ///
  /// - Parameter result: The reason, which `get()` maps to the value or error that it returns or throws.
  /// - Returns: `decided` is `true` for the first call. `resume` is `nil` if the call is not the first, or if the task
  ///   has not suspended yet; then `suspend` returns the reason to the task.
  package mutating func end(_ result: AwaitResult) -> (decided: Bool, resume: Continuation?) {
    switch state {
    case .running:
      state = .ended(result)
      return (true, nil)
    case .suspended(let continuation):
      state = .ended(result)
      return (true, continuation)
    case .ended:
      return (false, nil)
    }
  }
}

extension AwaitStateMachine: Sendable where Continuation: Sendable {}
extension AwaitStateMachine.State: Sendable where Continuation: Sendable {}

/// The reason for the end of a wait.
@usableFromInline
package enum AwaitResult: Sendable, Equatable {
  /// The promise has settled or can no longer settle, or a queue has called the waiting element.
  case settled
  /// The waiting task was canceled.
  case canceled
  /// The time limit passed.
  case timedOut
}
