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
/// Four events race: the task suspends, the promise settles, the task is canceled, and the time limit passes. Each
/// event's result says whether its caller has to resume the continuation.
package struct AwaitStateMachine<Continuation> {
  fileprivate enum State {
    case running
    case suspended(Continuation)
    case ended(AwaitResult)
  }

  private var state = State.running

  package init() {}

  /// Whether the wait has ended.
  package var hasEnded: Bool {
    if case .ended = state { true } else { false }
  }

  /// Suspends the task. If the wait has ended already, returns the result with which the caller must resume
  /// `continuation`.
  package mutating func suspend(_ continuation: Continuation) -> AwaitResult? {
    switch state {
    case .running:
      state = .suspended(continuation)
      return nil
    case .ended(let result):
      return result
    case .suspended:
      preconditionFailure("A wait cannot be suspended twice.")
    }
  }

  /// Ends the wait. Returns whether this event ended it, and the continuation that the caller must resume, if any.
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
  case settled
  case canceled
  case timedOut
}
