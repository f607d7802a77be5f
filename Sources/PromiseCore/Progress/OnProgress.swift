public import Dispatch

extension AnyPromise {
  /// The progress of the work behind this promise.
  ///
  /// Reports are stored only after the first access to this property; earlier reports are lost.
  ///
  /// - Complexity: O(1). The first access takes O(*n*) in the number of promises that this promise waits for, directly
  ///   and indirectly.
  public var progress: PromiseProgress { PromiseProgress.of(self) }
}

extension Promise {
  /// Calls a handler with each progress report.
  ///
  /// The handler runs on the actor of the surrounding code, or on `DispatchQueue.promises` if there is none. Canceling
  /// the promise ends the reports.
  ///
  /// - Parameter handler: A closure that is called with each report from now on, in the order of the reports, and once
  ///   more when the promise is fulfilled, before the handlers of the value that share its executor.
  /// - Returns: This promise.
  @discardableResult
  public func onProgress(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (ProgressSnapshot) -> Void
  ) -> Self { onProgress(Handler(handler)) }

  /// Calls a handler with each progress report, on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `handler` runs, or `nil` to run it inline. An inline handler runs on the thread that
  ///     reports, or on another thread that is calling handlers of the same progress at that moment.
  ///   - handler: A closure that is called with each report from now on, in the order of the reports, and once more
  ///     when the promise is fulfilled, before the handlers of the value that share its executor. If it is inline, it
  ///     is also called before the `get()` of a task that waits returns, so it must not wait for such a task.
  /// - Returns: This promise.
  @discardableResult
  public func onProgress(on queue: DispatchQueue?, _ handler: @escaping @Sendable (ProgressSnapshot) -> Void) -> Self {
    onProgress(Handler(on: queue, flags: [], handler))
  }

  /// Attaches a handler that ignores the end of the progress.
  private func onProgress(_ handler: Handler<ProgressSnapshot, Void, Never>) -> Self {
    progress.observe(
      handler.adapted { call, snapshot in
        if let snapshot { call(snapshot) }
      })
    return self
  }
}

extension Guarantee {
  /// Calls a handler with each progress report.
  ///
  /// The handler runs on the actor of the surrounding code, or on `DispatchQueue.promises` if there is none. Canceling
  /// the guarantee ends the reports.
  ///
  /// - Parameter handler: A closure that is called with each report from now on, in the order of the reports, and once
  ///   more when the guarantee is fulfilled, before the handlers of the value that share its executor.
  /// - Returns: This guarantee.
  @discardableResult
  public func onProgress(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (ProgressSnapshot) -> Void
  ) -> Self { onProgress(Handler(handler)) }

  /// Calls a handler with each progress report, on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `handler` runs, or `nil` to run it inline. An inline handler runs on the thread that
  ///     reports, or on another thread that is calling handlers of the same progress at that moment.
  ///   - handler: A closure that is called with each report from now on, in the order of the reports, and once more
  ///     when the guarantee is fulfilled, before the handlers of the value that share its executor. If it is inline, it
  ///     is also called before the `get()` of a task that waits returns, so it must not wait for such a task.
  /// - Returns: This guarantee.
  @discardableResult
  public func onProgress(on queue: DispatchQueue?, _ handler: @escaping @Sendable (ProgressSnapshot) -> Void) -> Self {
    onProgress(Handler(on: queue, flags: [], handler))
  }

  /// Attaches a handler that ignores the end of the progress.
  private func onProgress(_ handler: Handler<ProgressSnapshot, Void, Never>) -> Self {
    progress.observe(
      handler.adapted { call, snapshot in
        if let snapshot { call(snapshot) }
      })
    return self
  }
}
