/// A task that waits for a promise: what stands in the promise's line while `get()` is suspended.
final class Waiter: Consumer {
  typealias State = WaitState<UnsafeContinuation<Bool, Never>>

  private let state = Lock(State())

  var isStale: Bool { state.withLock { $0.isOver } }

  func suspend(_ continuation: UnsafeContinuation<Bool, Never>) {
    if let reason = state.withLock({ $0.suspend(continuation) }) { continuation.resume(returning: reason == .settled) }
  }

  /// Ends the wait, unless it is over. Returns whether this call did it.
  @discardableResult
  func end(_ reason: State.Reason) -> Bool {
    let (decided, continuation) = state.withLock { $0.end(reason) }
    continuation?.resume(returning: reason == .settled)
    return decided
  }
}

extension PromiseEngine {
  /// Suspends until the promise is settled, or, if `isCancellable`, the task is cancelled. Returns whether it settled.
  ///
  /// The waiter stands in line before the function suspends, so whichever of the two happens, at whatever moment, finds
  /// it there, and resumes it directly.
  func settlement(isCancellable: Bool, isolation: isolated (any Actor)?) async -> Bool {
    let waiter = Waiter()
    attach(
      Observer(consumer: waiter) { source, _, _ in
        // Not if the task was cancelled before: then nobody has seen the error.
        if waiter.end(.settled) { source.markObserved() }
        return nil
      })
    guard isCancellable else {
      return await withUnsafeContinuation(isolation: isolation) { waiter.suspend($0) }
    }
    return await withTaskCancellationHandler(
      operation: { await withUnsafeContinuation(isolation: isolation) { waiter.suspend($0) } },
      onCancel: { if waiter.end(.cancelled) { consumerLeft() } },
      isolation: isolation)
  }
}
