/// A task that waits for a promise: what stands in the promise's line while `get()` is suspended.
final class Waiter: Consumer {
  private let state = Lock(WaitState<UnsafeContinuation<EndOfWait, Never>>())
  /// The test that wants to know when the task has been woken, and when it goes on.
  private let host: (any ScopeHost)?

  init(host: (any ScopeHost)?) { self.host = host }

  var isStale: Bool { state.withLock { $0.isOver } }

  func suspend(_ continuation: UnsafeContinuation<EndOfWait, Never>) {
    if let reason = state.withLock({ $0.suspend(continuation) }) { continuation.resume(returning: reason) }
  }

  /// Ends the wait, unless it is over.
  ///
  /// - Parameter work: Done if this call ends the wait, and before the waiting function goes on.
  func end(_ reason: EndOfWait, after work: () -> Void = {}) {
    let (decided, continuation) = state.withLock { $0.end(reason) }
    if decided {
      work()
      host?.taskComes()
    }
    continuation?.resume(returning: reason)
  }
}

extension PromiseEngine {
  /// Suspends until the promise is settled, or something else ends the wait. Returns what it was.
  ///
  /// The waiter stands in line before the function suspends, so whatever happens, at whatever moment, finds it there,
  /// and resumes it directly.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor.
  ///   - whenCancelled: What to do when the waiting task is cancelled, or has been; `nil`: to wait on.
  final func wait(
    isolation: isolated (any Actor)?, whenCancelled: (@Sendable (Waiter) -> Void)?
  ) async -> EndOfWait {
    let waiter = stand()
    defer { scope?.host?.taskGoesOn() }
    guard let whenCancelled else {
      return await withUnsafeContinuation(isolation: isolation) { waiter.suspend($0) }
    }
    return await withTaskCancellationHandler(
      operation: { await withUnsafeContinuation(isolation: isolation) { waiter.suspend($0) } },
      onCancel: { whenCancelled(waiter) }, isolation: isolation)
  }

  /// Likewise, but only so long.
  final func wait(
    atMost timer: Guarantee<Void>, losers: LoserPolicy, isolation: isolated (any Actor)?,
    whenCancelled: @escaping @Sendable (Waiter) -> Void
  ) async -> EndOfWait {
    let waiter = stand()
    defer { scope?.host?.taskGoesOn() }
    timer.attach(
      Observer(consumer: waiter) { _, _, _ in
        waiter.end(.timedOut) { if losers == .cancel { self.cancelAsConsumer() } else { self.consumerLeft() } }
        return nil
      })
    defer { timer.cancel() }
    return await withTaskCancellationHandler(
      operation: { await withUnsafeContinuation(isolation: isolation) { waiter.suspend($0) } },
      onCancel: { whenCancelled(waiter) }, isolation: isolation)
  }

  /// A new waiter, which stands in this promise's line.
  private func stand() -> Waiter {
    let waiter = Waiter(host: scope?.host)
    attach(
      Observer(consumer: waiter) { source, _, _ in
        // Not if the wait was over before: then nobody has seen the error.
        waiter.end(.settled) { source.markObserved() }
        return nil
      })
    return waiter
  }

  /// What to do with a waiter whose task is cancelled: it leaves.
  final func leave(_ policy: CancelPolicy) -> @Sendable (Waiter) -> Void {
    switch policy {
    case .leave: { [self] waiter in waiter.end(.cancelled) { consumerLeft() } }
    case .forward: { [self] waiter in waiter.end(.cancelled) { cancelAsConsumer() } }
    }
  }

  /// One of the consumers has been cancelled; if it was the last, so is this promise.
  final func cancelAsConsumer() {
    var run = Run()
    consumerCancelled(in: &run)
    run.finish()
  }
}
