public import Dispatch

extension AnyPromise {
  /// The progress of the work behind this promise. Reports are stored from the first time it is asked for.
  ///
  /// - Complexity: O(1). The first time, O(*n*) in the number of promises that this one waits for, directly and through
  ///   others.
  public final var progress: PromiseProgress { PromiseProgress.of(self) }
}

extension Thenable {
  /// Calls a handler with each progress report, where the handler was written.
  ///
  /// - Parameter handler: Called with each report from now on, in the order of the reports, and once more when the
  ///   promise is fulfilled, after its observers have been scheduled.
  /// - Returns: This promise, so that the chain can continue.
  @discardableResult
  public func onProgress(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (ProgressSnapshot) -> Void
  ) -> Self { onProgress(Handler(handler)) }

  /// Calls a handler with each progress report, on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `handler` runs. With `nil`, it runs inline, on the thread that reports, or on another
  ///     thread that is calling handlers of this progress at that moment.
  ///   - handler: Called with each report from now on, in the order of the reports, and once more when the promise is
  ///     fulfilled, after its observers have been scheduled.
  /// - Returns: This promise, so that the chain can continue.
  @discardableResult
  public func onProgress(on queue: DispatchQueue?, _ handler: @escaping @Sendable (ProgressSnapshot) -> Void) -> Self {
    onProgress(Handler(on: queue, flags: [], handler))
  }

  private func onProgress(_ handler: Handler<ProgressSnapshot, Void, Never>) -> Self {
    _promise.progress.observe(
      handler.adapted { call, snapshot in
        if let snapshot { call(snapshot) }
      })
    return self
  }
}
