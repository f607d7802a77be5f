public import Dispatch

extension Guarantee {
  /// Runs `body` when the guarantee is fulfilled, and passes the value on. From PromiseKit.
  ///
  /// On a promise it matters that this happens whatever becomes of it; a guarantee has it for code that serves both.
  @preconcurrency @discardableResult
  public func ensure(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<Value> { runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs `body` on a queue when the guarantee is fulfilled, and passes the value on. From PromiseKit.
  @preconcurrency @discardableResult
  public func ensure(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Runs `body` when the guarantee is fulfilled, at the end of a chain; the same as `ensure`. From PromiseKit.
  @preconcurrency @discardableResult
  public func finally(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<Value> { runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs `body` on a queue when the guarantee is fulfilled, and passes the value on. From PromiseKit.
  @preconcurrency @discardableResult
  public func finally(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Runs `body` when the guarantee is fulfilled, and passes the value on; the same as `ensure`. From google/promises.
  @preconcurrency @discardableResult
  public func always(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<Value> { runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs `body` on a queue when the guarantee is fulfilled, and passes the value on. From google/promises.
  @preconcurrency @discardableResult
  public func always(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  private func runAndPassOn(_ handler: Handler<Void, Void, Never>, _ site: CreationSite) -> Guarantee<Value> {
    derivePassingValue(handler.adapted { (body, _: Value) in body(()) }, site)
  }
}
