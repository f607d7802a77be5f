/// One suspended `get()`, as a pure state machine: the first event decides, and the continuation is resumed once.
///
/// ```
///            suspend                end
///  running ───────────▶ suspended ───────▶ over   (the caller of `end` resumes)
///     └──────────────────────────────────▶ over   (the caller of `suspend` resumes)
///            end                   suspend
/// ```
///
/// Four events race: the function suspends, the promise settles, the task is canceled, the time limit passes. Every event
/// returns the continuation if its caller has to resume it.
package struct AwaitStateMachine<Continuation> {
  fileprivate enum State {
    case running
    case suspended(Continuation)
    case ended(AwaitResult)
  }

  private var state = State.running

  package init() {}

  /// Whether the wait is over.
  package var hasEnded: Bool {
    if case .ended = state { true } else { false }
  }

  /// The function suspends. Returns the result if the wait is over already: the caller resumes the continuation.
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

  /// The wait is over. Returns whether this event decided it, and the continuation to resume, if there is one.
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

/// Why a wait is over.
@usableFromInline
package enum AwaitResult: Sendable, Equatable {
  case settled
  case canceled
  case timedOut
}
