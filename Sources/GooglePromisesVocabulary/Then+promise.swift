public import Dispatch
public import PromiseCore

// These methods behave like those of the main API, which take any thenable. If the type of a returned promise is left
// open, as in `return Promise(error)`, the compiler infers it only if the closure returns a `Promise`. They are not
// disfavored: for a method of a class that is not `Sendable`, as in `then(self.load)`, the compiler would prefer the form
// for values, and the result would be a promise of a promise.
extension Promise {
  /// Returns a promise that adopts the promise that a handler returns for the value.
  ///
  /// - Parameter body: Called with the value. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise that adopts the promise that `body` returns.
  @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func then<NewValue>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Promise<NewValue>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<NewValue> { typed.deriveAdopting(Handler(body), CreationSite(file, line)) }

  /// Returns a promise that adopts the promise returned by a handler that runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise that adopts the promise that `body` returns.
  @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func then<NewValue>(
    on queue: DispatchQueue?,
    _ body: @escaping @Sendable (Value) throws -> Promise<NewValue>, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<NewValue> {
    typed.deriveAdopting(Handler(on: queue, body), CreationSite(file, line))
  }
}

extension Guarantee {
  /// Returns a promise that adopts the promise that a handler returns for the value.
  ///
  /// - Parameter body: Called with the value. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise that adopts the promise that `body` returns.
  @_spi(GooglePromises) @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<NewValue>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Promise<NewValue>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<NewValue> { typed.deriveAdopting(Handler(body), CreationSite(file, line)) }

  /// Returns a promise that adopts the promise returned by a handler that runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise that adopts the promise that `body` returns.
  @_spi(GooglePromises) @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<NewValue>(
    on queue: DispatchQueue?,
    _ body: @escaping @Sendable (Value) throws -> Promise<NewValue>, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<NewValue> {
    typed.deriveAdopting(Handler(on: queue, body), CreationSite(file, line))
  }

  /// Returns a promise that adopts the promise that a handler returns for the value.
  ///
  /// This form is preferred to the one whose handler may throw, and to the `then` that returns a guarantee of a
  /// promise.
  ///
  /// - Parameter body: Called with the value. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none.
  /// - Returns: A promise that adopts the promise that `body` returns.
  @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func then<NewValue>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Promise<NewValue>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<NewValue> { typed.deriveAdopting(Handler(body), CreationSite(file, line)) }

  /// Returns a promise that adopts the promise returned by a handler that runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called with the value, on `queue`.
  /// - Returns: A promise that adopts the promise that `body` returns.
  @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func then<NewValue>(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) -> Promise<NewValue>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<NewValue> { typed.deriveAdopting(Handler(on: queue, body), CreationSite(file, line)) }
}
