extension AnyPromise {
  /// Suspends the current task until the promise settles or the wait ends early.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor.
  ///   - whenCanceled: Called with the waiter when the task is canceled, on the thread that cancels it. With `nil`,
  ///     cancellation does not end the wait.
  /// - Returns: What ended the wait.
  @usableFromInline
  func wait(
    isolation: isolated (any Actor)?, whenCanceled: (@Sendable (TaskWaiter) -> Void)?
  ) async -> AwaitResult {
    let (waiter, interruption) = attachWaiter(whenCanceled)
    defer { withExtendedLifetime(interruption) { waitEnded() } }
    guard let whenCanceled else {
      return await withUnsafeContinuation(isolation: isolation) { waiter.suspend($0) }
    }
    return await withTaskCancellationHandler(
      operation: { await withUnsafeContinuation(isolation: isolation) { waiter.suspend($0) } },
      onCancel: { whenCanceled(waiter) }, isolation: isolation)
  }

  /// Suspends the current task until the promise settles, the timer fires, or the task is canceled.
  ///
  /// The timer is canceled when the wait ends, for any reason.
  ///
  /// - Parameters:
  ///   - timer: A guarantee that is fulfilled when the time limit is reached.
  ///   - losers: Whether this promise is canceled, as by a consumer, when the timer fires first.
  ///   - isolation: The caller's actor.
  ///   - whenCanceled: Called with the waiter when the task is canceled, on the thread that cancels it.
  /// - Returns: What ended the wait.
  func wait(
    atMost timer: Guarantee<Void>, losers: LoserPolicy, isolation: isolated (any Actor)?,
    whenCanceled: @escaping @Sendable (TaskWaiter) -> Void
  ) async -> AwaitResult {
    let (waiter, interruption) = attachWaiter(whenCanceled)
    defer { withExtendedLifetime(interruption) { waitEnded() } }
    timer.attach(
      .object(
        ClosureObserver(consumer: waiter) { _, _, trampoline in
          waiter.end(.timedOut) {
            if losers == .cancel {
              self.consumerCancels(.object(waiter), in: trampoline)
            } else {
              self.consumerDeparts(.object(waiter), in: trampoline)
            }
          }
          return nil
        }))
    defer { timer.cancel() }
    return await withTaskCancellationHandler(
      operation: { await withUnsafeContinuation(isolation: isolation) { waiter.suspend($0) } },
      onCancel: { whenCanceled(waiter) }, isolation: isolation)
  }

  /// Attaches an observer that resumes the waiting task, and tells the instrument of the test about it.
  ///
  /// - Returns: The observer, and what ends the wait when the test is over, which must live as long as the wait.
  private func attachWaiter(
    _ whenCanceled: (@Sendable (TaskWaiter) -> Void)?
  ) -> (TaskWaiter, WaitInterruption?) {
    let waiter = TaskWaiter(in: context)
    var interruption: WaitInterruption?
    if context != nil, PromiseContext.currentInstrument != nil {
      if let whenCanceled {
        let newInterruption = WaitInterruption { whenCanceled(waiter) }
        interruption = newInterruption
        PromiseContext.waitBegins(for: self) { [weak newInterruption] in newInterruption?.end() }
      } else {
        PromiseContext.waitBegins(for: self)
      }
    }
    record(.waitBegan)
    attach(.object(waiter))
    return (waiter, interruption)
  }

  /// The current task has stopped waiting.
  private func waitEnded() {
    guard let context else { return }
    context.instrument?.taskResumed()
    record(.waitEnded)
  }

  /// Returns the cancellation handler of a waiting task. It ends the wait and applies the policy to the promise.
  @usableFromInline
  func departure(_ policy: CancellationPolicy) -> @Sendable (TaskWaiter) -> Void {
    switch policy {
    case .leave: { [self] waiter in waiter.end(.canceled) { consumerDeparts(.object(waiter)) } }
    case .forward: { [self] waiter in waiter.end(.canceled) { cancelAsConsumer(.object(waiter)) } }
    }
  }

  /// Deregisters a consumer that has been canceled. If it was the last one, cancels this promise as well.
  func cancelAsConsumer(_ observer: Observer) {
    let trampoline = enterTrampoline()
    consumerCancels(observer, in: trampoline)
    leave(trampoline)
  }
}

/// Ends a wait for a promise when the test of the waiting task is over.
///
/// The wait retains it and the test does not, so that the test does not retain the promise after the wait.
private final class WaitInterruption: Sendable {
  /// Ends the wait.
  let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
}
