extension AnyPromise {
  /// Suspends the task until the promise has come to rest, or the wait ends otherwise.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor.
  ///   - whenCanceled: Called when the task is canceled, with what waits; `nil`: the task waits on.
  @usableFromInline
  final func wait(
    isolation: isolated (any Actor)?, whenCanceled: (@Sendable (TaskWaiter) -> Void)?
  ) async -> AwaitResult {
    let waiter = attachWaiter()
    defer { context?.instrument?.taskResumed() }
    guard let whenCanceled else {
      return await withUnsafeContinuation(isolation: isolation) { waiter.suspend($0) }
    }
    return await withTaskCancellationHandler(
      operation: { await withUnsafeContinuation(isolation: isolation) { waiter.suspend($0) } },
      onCancel: { whenCanceled(waiter) }, isolation: isolation)
  }

  /// Suspends the task until the promise has come to rest, the timer fires, or the task is canceled.
  final func wait(
    atMost timer: Guarantee<Void>, losers: LoserPolicy, isolation: isolated (any Actor)?,
    whenCanceled: @escaping @Sendable (TaskWaiter) -> Void
  ) async -> AwaitResult {
    let waiter = attachWaiter()
    defer { context?.instrument?.taskResumed() }
    timer.attach(
      ClosureObserver(consumer: waiter) { _, _, _ in
        waiter.end(.timedOut) {
          if losers == .cancel { self.cancelAsConsumer(waiter) } else { self.consumerDeparts(waiter) }
        }
        return nil
      })
    defer { timer.cancel() }
    return await withTaskCancellationHandler(
      operation: { await withUnsafeContinuation(isolation: isolation) { waiter.suspend($0) } },
      onCancel: { whenCanceled(waiter) }, isolation: isolation)
  }

  private func attachWaiter() -> TaskWaiter {
    let waiter = TaskWaiter(instrument: context?.instrument)
    attach(waiter)
    return waiter
  }

  /// What the cancellation of a waiting task does, by policy.
  @usableFromInline
  final func departure(_ policy: CancellationPolicy) -> @Sendable (TaskWaiter) -> Void {
    switch policy {
    case .leave: { [self] waiter in waiter.end(.canceled) { consumerDeparts(waiter) } }
    case .forward: { [self] waiter in waiter.end(.canceled) { cancelAsConsumer(waiter) } }
    }
  }

  /// A consumer was canceled. If it was the last one, so is this promise.
  final func cancelAsConsumer(_ observer: _PromiseObserver) {
    let trampoline = enterTrampoline()
    consumerCancels(observer, in: trampoline)
    leave(trampoline)
  }
}
