public import Dispatch
public import PromiseCore

extension Promise {
  // MARK: Returning a value

  /// Returns a promise of the value that a handler returns for the value of this promise.
  ///
  /// As in google/promises, if the handler returns an error instead of throwing it, the returned promise is rejected.
  ///
  /// - Parameter body: Called with the value. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value that `body` returns. Canceling it also cancels this promise, if this promise has
  ///   no other consumer.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Use `map`, and throw an error instead of returning it.", renamed: "map")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func then<U: Sendable>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.deriveMapped(Handler(body).throwingReturnedErrors(), CreationSite(file, line)) }

  /// Returns a promise of the value returned by a handler that runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value that `body` returns. Canceling it also cancels this promise, if this promise has
  ///   no other consumer.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Use `map`, and throw an error instead of returning it.", renamed: "map")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func then<U: Sendable>(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> {
    typed.deriveMapped(Handler(on: queue, body).throwingReturnedErrors(), CreationSite(file, line))
  }

  // MARK: Returning nothing

  /// Passes the value to a handler that returns nothing, and returns a promise of the same value.
  ///
  /// - Parameter body: Called with the value. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the same value that is fulfilled when `body` has returned. Canceling it also cancels this
  ///   promise, if this promise has no other consumer.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "get")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func then(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.derivePassingValue(Handler(body), CreationSite(file, line)) }

  /// Passes the value to a handler on a queue, and returns a promise of the same value.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the same value that is fulfilled when `body` has returned. Canceling it also cancels this
  ///   promise, if this promise has no other consumer.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "get")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func then(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.derivePassingValue(Handler(on: queue, body), CreationSite(file, line)) }
}

extension Guarantee {
  // MARK: Returning a value

  /// Returns a promise of the value that a handler returns for the value of this guarantee.
  ///
  /// As in google/promises, if the handler returns an error instead of throwing it, the returned promise is rejected.
  ///
  /// - Parameter body: Called with the value. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value that `body` returns. Canceling it also cancels this guarantee, if this guarantee
  ///   has no other consumer.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Use `map`, and throw an error instead of returning it.", renamed: "map")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<U: Sendable>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.deriveMapped(Handler(body).throwingReturnedErrors(), CreationSite(file, line)) }

  /// Returns a promise of the value returned by a handler that runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value that `body` returns. Canceling it also cancels this guarantee, if this guarantee
  ///   has no other consumer.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Use `map`, and throw an error instead of returning it.", renamed: "map")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<U: Sendable>(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> {
    typed.deriveMapped(Handler(on: queue, body).throwingReturnedErrors(), CreationSite(file, line))
  }

  // MARK: Returning nothing

  /// Passes the value to a handler that returns nothing, and returns a promise of the same value.
  ///
  /// - Parameter body: Called with the value. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the same value that is fulfilled when `body` has returned. Canceling it also cancels this
  ///   promise, if this guarantee has no other consumer.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "get")
  @preconcurrency @_disfavoredOverload @discardableResult
  @_alwaysEmitIntoClient
  public func then(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.derivePassingValue(Handler(body), CreationSite(file, line)) }

  /// Passes the value to a handler on a queue, and returns a promise of the same value.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the same value that is fulfilled when `body` has returned. Canceling it also cancels this
  ///   promise, if this guarantee has no other consumer.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "get")
  @preconcurrency @_disfavoredOverload @discardableResult
  @_alwaysEmitIntoClient
  public func then(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.derivePassingValue(Handler(on: queue, body), CreationSite(file, line)) }
}

extension Guarantee {
  // MARK: Returning a value

  /// Returns a guarantee of the value that a handler returns for the value of this guarantee. Renamed to `map`.
  ///
  /// - Parameter body: Called with the value. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none.
  /// - Returns: A guarantee of the value that `body` returns. Canceling it also requests cancellation of this
  ///   guarantee, if this guarantee has no other consumer. `body` still runs, unless no
  ///   code refers to the returned guarantee any more.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "map")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<U: Sendable>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> U, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<U> { typed.deriveMapped(Handler(body), CreationSite(file, line)) }

  /// Returns a guarantee of the value returned by a handler that runs on a queue. Renamed to `map`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called with the value, on `queue`.
  /// - Returns: A guarantee of the value that `body` returns. Canceling it also requests cancellation of this
  ///   guarantee, if this guarantee has no other consumer. `body` still runs, unless no
  ///   code refers to the returned guarantee any more.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "map")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<U: Sendable>(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { typed.deriveMapped(Handler(on: queue, body), CreationSite(file, line)) }

  // MARK: Returning nothing

  /// Passes the value to a handler that returns nothing, and returns a guarantee of the same value.
  ///
  /// - Parameter body: Called with the value. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none.
  /// - Returns: A guarantee of the same value that is fulfilled when `body` has returned. Canceling it also requests
  ///   cancellation of this guarantee, if this guarantee has no other consumer. `body` still runs, unless no
  ///   code refers to the returned guarantee any more.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "get")
  @preconcurrency @_disfavoredOverload @discardableResult
  @_alwaysEmitIntoClient
  public func then(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { typed.derivePassingValue(Handler(body), CreationSite(file, line)) }

  /// Passes the value to a handler on a queue, and returns a guarantee of the same value.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called with the value, on `queue`.
  /// - Returns: A guarantee of the same value that is fulfilled when `body` has returned. Canceling it also requests
  ///   cancellation of this guarantee, if this guarantee has no other consumer. `body` still runs, unless no
  ///   code refers to the returned guarantee any more.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "get")
  @preconcurrency @_disfavoredOverload @discardableResult
  @_alwaysEmitIntoClient
  public func then(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { typed.derivePassingValue(Handler(on: queue, body), CreationSite(file, line)) }
}
