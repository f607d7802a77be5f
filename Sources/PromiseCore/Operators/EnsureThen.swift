public import Dispatch

extension CatchMixin {
  /// Runs `body` whatever happened, waits for the guarantee that it returns, and passes the outcome on. From
  /// PromiseKit.
  ///
  /// ```swift
  /// work().ensureThen { close(connection) }.catch { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  ///   - body: Called once, when this promise is fulfilled, rejected or cancelled, or when the promise that comes back
  ///     is cancelled; runs where it was written. What it returns is waited for and is not cancelled with the chain.
  @preconcurrency
  public func ensureThen(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Guarantee<Void>
  ) -> Promise<Value> { runWaitAndPassOn(SafeHandler(body), Origin(file, line)) }

  /// Runs `body` on a queue whatever happened, waits for its guarantee, and passes the outcome on. From PromiseKit.
  @preconcurrency
  public func ensureThen(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable () -> Guarantee<Void>
  ) -> Promise<Value> { runWaitAndPassOn(SafeHandler(on: queue, flags: flags, body), Origin(file, line)) }

  private func runWaitAndPassOn(_ handler: SafeHandler<Void, Guarantee<Void>>, _ origin: Origin) -> Promise<Value> {
    engine.witness(
      at: handler.executor, origin, seesCancellation: true, handlesError: false, wants: { _ in true },
      until: { _ in handler.call(()) })
  }
}

extension Guarantee {
  /// Runs `body` when the guarantee is fulfilled, waits for the guarantee it returns, and passes the value on. From
  /// PromiseKit.
  ///
  /// Cancelling the guarantee that comes back asks the one that `body` returned to hurry, if nobody else wants it.
  @preconcurrency @discardableResult
  public func ensureThen(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Guarantee<Void>
  ) -> Guarantee<Value> { runWaitAndPassOn(SafeHandler(body), Origin(file, line)) }

  /// Runs `body` on a queue when the guarantee is fulfilled, waits for its guarantee, and passes the value on. From
  /// PromiseKit.
  @preconcurrency @discardableResult
  public func ensureThen(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable () -> Guarantee<Void>
  ) -> Guarantee<Value> { runWaitAndPassOn(SafeHandler(on: queue, flags: flags, body), Origin(file, line)) }

  private func runWaitAndPassOn(_ handler: SafeHandler<Void, Guarantee<Void>>, _ origin: Origin) -> Guarantee<Value> {
    thenGuarantee(
      handler.adapted { run, value in run(()).map(on: nil, file: #fileID, line: #line) { value } }, origin)
  }
}
