public import Dispatch

extension Thenable where Failure == any Error {
  /// Runs `body` whatever happened, and passes the outcome on; the same as `ensure`. From google/promises.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "ensure")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func always(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> { runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs `body` on a queue whatever happened, and passes the outcome on; the same as `ensure`. From google/promises.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "ensure")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func always(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension Guarantee {
  /// Runs `body` when the guarantee is fulfilled, and passes the value on; the same as `ensure`. From google/promises.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "ensure")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func always(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<Value> { runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs `body` on a queue when the guarantee is fulfilled, and passes the value on. From google/promises.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "ensure")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func always(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}
