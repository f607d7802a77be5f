public import Dispatch

extension Thenable where Failure == any Error {
  /// Runs `body` whatever happened, waits for the guarantee that it returns, and passes the outcome on. From
  /// PromiseKit.
  ///
  /// ```swift
  /// work().ensureThen { close(connection) }.catch { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - body: Called once, when this promise is fulfilled, rejected or cancelled, or when the promise that comes back
  ///     is cancelled; runs where it was written. What it returns is waited for and is not cancelled with the chain.
  @_alwaysEmitIntoClient
  public func ensureThen(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Guarantee<Void>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { runWaitAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs `body` on a queue whatever happened, waits for its guarantee, and passes the outcome on. From PromiseKit.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func ensureThen(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Guarantee<Void>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { runWaitAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  @_alwaysEmitIntoClient
  func runWaitAndPassOn(_ handler: Handler<Void, Guarantee<Void>, Never>, _ site: CreationSite) -> Promise<
    Value
  > {
    _promise.deriveWitness(
      on: handler.executor, site, seesCancellation: true, handlesError: false, wants: { _ in true },
      cleanup: { _ in handler(()) })
  }
}

extension Guarantee {
  /// Runs `body` when the guarantee is fulfilled, waits for the guarantee it returns, and passes the value on. From
  /// PromiseKit.
  ///
  /// The guarantee that `body` returns is not canceled with the chain.
  @discardableResult
  @_alwaysEmitIntoClient
  public func ensureThen(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Guarantee<Void>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { runWaitAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs `body` on a queue when the guarantee is fulfilled, waits for its guarantee, and passes the value on. From
  /// PromiseKit.
  @discardableResult @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func ensureThen(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Guarantee<Void>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { runWaitAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  @_alwaysEmitIntoClient
  func runWaitAndPassOn(_ handler: Handler<Void, Guarantee<Void>, Never>, _ site: CreationSite) -> Guarantee<
    Value
  > {
    derive(on: handler.executor, site) { value, child, trampoline in
      child.settle(.success(value), after: handler(()), in: trampoline)
    }
  }
}
