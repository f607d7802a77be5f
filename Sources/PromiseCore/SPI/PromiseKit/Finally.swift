public import Dispatch

extension Thenable where Failure == any Error {
  /// Runs `body` whatever happened, at the end of a chain; the same as ``ensure(_:file:line:)``.
  ///
  /// From PromiseKit, where it can follow only a `catch`, and nothing can follow it.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "ensure")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func finally(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> { runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs `body` on a queue whatever happened; the same as ``ensure(on:flags:_:file:line:)``. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "ensure")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func finally(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension Guarantee {
  /// Runs `body` when the guarantee is fulfilled, at the end of a chain; the same as `ensure`. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "ensure")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func finally(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<Value> { runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs `body` on a queue when the guarantee is fulfilled, and passes the value on. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "ensure")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func finally(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}
