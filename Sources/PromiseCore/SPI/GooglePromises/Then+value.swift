public import Dispatch

extension Thenable {
  // MARK: Returning a value

  /// Continues with the value that `body` returns; an error that it returns rejects.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Write `map`, and throw an error instead of returning it.", renamed: "map")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<U: Sendable>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { _promise.deriveMapped(Handler(body).throwingReturnedErrors(), CreationSite(file, line)) }

  /// Continues, on a queue, with the value that `body` returns; an error that it returns rejects.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Write `map`, and throw an error instead of returning it.", renamed: "map")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> {
    _promise.deriveMapped(
      Handler(on: queue, flags: flags, body).throwingReturnedErrors(), CreationSite(file, line))
  }

  // MARK: Returning nothing

  /// Calls `body` with the value, and passes the value on.
  ///
  /// From google/promises. If `body` throws, the new promise is rejected with that error.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "get")
  @preconcurrency @_disfavoredOverload @discardableResult
  @_alwaysEmitIntoClient
  public func then(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { _promise.derivePassingValue(Handler(body), CreationSite(file, line)) }

  /// Calls `body` on a queue with the value, and passes the value on. From google/promises.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "get")
  @preconcurrency @_disfavoredOverload @discardableResult
  @_alwaysEmitIntoClient
  public func then(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { _promise.derivePassingValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension Guarantee {
  // MARK: Returning a value

  /// Continues with the value that `body` returns; the same as `map`. From google/promises.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "map")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<U: Sendable>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> U, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<U> { deriveMapped(Handler(body), CreationSite(file, line)) }

  /// Continues, on a queue, with the value that `body` returns; the same as `map`. From google/promises.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "map")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { deriveMapped(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  // MARK: Returning nothing

  /// Calls `body` with the value, and passes the value on. From google/promises.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "get")
  @preconcurrency @_disfavoredOverload @discardableResult
  @_alwaysEmitIntoClient
  public func then(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { derivePassingValue(Handler(body), CreationSite(file, line)) }

  /// Calls `body` on a queue with the value, and passes the value on. From google/promises.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "get")
  @preconcurrency @_disfavoredOverload @discardableResult
  @_alwaysEmitIntoClient
  public func then(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { derivePassingValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}
