/// One suspended `get()`, as a pure state machine: whoever comes first decides, and the continuation is resumed once.
///
/// Four events race: the function suspends, the promise settles, the task is cancelled, time is up. Every event returns
/// the continuation if it is now up to its caller to resume it.
package struct WaitState<Continuation> {
  fileprivate enum State {
    case running
    case suspended(Continuation)
    case over(EndOfWait)
  }

  private var state = State.running

  package init() {}

  /// Whether the wait is over.
  package var isOver: Bool {
    if case .over = state { true } else { false }
  }

  /// The function suspends. Returns the reason if the wait is over already: the caller resumes the continuation.
  package mutating func suspend(_ continuation: Continuation) -> EndOfWait? {
    switch state {
    case .running:
      state = .suspended(continuation)
      return nil
    case .over(let reason):
      return reason
    case .suspended:
      preconditionFailure("a wait is suspended once")
    }
  }

  /// The wait is over. Returns whether this event decided it, and the continuation to resume, if there is one.
  package mutating func end(_ reason: EndOfWait) -> (decided: Bool, resume: Continuation?) {
    switch state {
    case .running:
      state = .over(reason)
      return (true, nil)
    case .suspended(let continuation):
      state = .over(reason)
      return (true, continuation)
    case .over:
      return (false, nil)
    }
  }
}

extension WaitState: Sendable where Continuation: Sendable {}
extension WaitState.State: Sendable where Continuation: Sendable {}

/// Why a wait is over.
@usableFromInline
package enum EndOfWait: Sendable, Equatable {
  case settled
  case cancelled
  case timedOut
}
