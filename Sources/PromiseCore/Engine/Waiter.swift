/// A task that waits for a promise: what stands in the promise's line while `get()` is suspended.
@usableFromInline
package final class Waiter: AnyObserver, Consumer, @unchecked Sendable {
  // Its state is in a lock; the rest is constant.
  private let state = Lock(WaitState<UnsafeContinuation<EndOfWait, Never>>())
  /// The test that wants to know when the task has been woken, and when it goes on.
  private let host: (any ScopeHost)?

  package init(host: (any ScopeHost)?) { self.host = host }

  override package var isStale: Bool { state.withLock { $0.isOver } }

  package func suspend(_ continuation: UnsafeContinuation<EndOfWait, Never>) {
    if let reason = state.withLock({ $0.suspend(continuation) }) { continuation.resume(returning: reason) }
  }

  /// Ends the wait, unless it is over.
  ///
  /// - Parameter work: Done if this call ends the wait, and before the waiting function goes on; if that comes to suspend
  ///   only now, it does not wait for it.
  package func end(_ reason: EndOfWait, after work: () -> Void = {}) {
    let (decided, continuation) = state.withLock { $0.end(reason) }
    if decided {
      work()
      host?.taskComes()
    }
    continuation?.resume(returning: reason)
  }

  override func arrived(_ source: AnyPromiseEngine, in run: inout Run) -> Executor.Place {
    // Not if the wait was over before: then nobody has seen the error.
    end(.settled) { source.markObserved() }
    return .nowhere
  }

  override func takesValue(of source: AnyPromiseEngine, in run: inout Run) -> Bool {
    end(.settled) { source.markObserved() }
    return true
  }
}
