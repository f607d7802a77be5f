extension AnyPromiseEngine {
  /// Suspends until the promise is settled, or something else ends the wait. Returns what it was.
  ///
  /// The waiter stands in line before the function suspends, so whatever happens, at whatever moment, finds it there,
  /// and resumes it directly.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor.
  ///   - whenCancelled: What to do when the waiting task is cancelled, or has been; `nil`: to wait on.
  @usableFromInline
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
    attach(waiter)
    return waiter
  }

  /// What to do with a waiter whose task is cancelled: it leaves.
  @usableFromInline
  final func leave(_ policy: CancelPolicy) -> @Sendable (Waiter) -> Void {
    switch policy {
    case .leave: { [self] waiter in waiter.end(.cancelled) { consumerLeft() } }
    case .forward: { [self] waiter in waiter.end(.cancelled) { cancelAsConsumer() } }
    }
  }

  /// One of the consumers has been cancelled; if it was the last, so is this promise.
  final func cancelAsConsumer() {
    asJob {
      var run = Run()
      consumerCancelled(in: &run)
      run.finish()
    }
  }
}
