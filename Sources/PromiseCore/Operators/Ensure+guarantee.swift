public import Dispatch

extension Guarantee {
  /// Runs `body` when the guarantee is fulfilled, and passes the value on. From PromiseKit.
  ///
  /// On a promise it matters that this happens whatever becomes of it; a guarantee has it for code that serves both.
  @discardableResult
  @_alwaysEmitIntoClient
  public func ensure(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<Value> { runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs `body` on a queue when the guarantee is fulfilled, and passes the value on. From PromiseKit.
  @discardableResult @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func ensure(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  @_alwaysEmitIntoClient
  func runAndPassOn(_ handler: Handler<Void, Void, Never>, _ site: CreationSite) -> Guarantee<Value> {
    derivePassingValue(handler.adapted { (body, _: Value) in body(()) }, site)
  }
}
