public import PromiseCore

// Work that is passed in parentheses: `Promise(work)` for `Promise { … }`. These forms are disfavored, so that the
// compiler considers them for `Promise(value)` only if no other form fits.
extension Promise {
  /// Creates a promise of the value that a function returns.
  ///
  /// - Parameter work: Called once, on the actor of the surrounding code, or on `DispatchQueue.promises` if there is
  ///   none, and never inside this initializer. If it throws, the promise is rejected with that error.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Use `queue.async(.promise) { … }`, `Promise { try await … }`, or, with a callback, `Promise { resolver in … }`."
  )
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public convenience init(
    @_inheritActorContext(always) _ work: @escaping @isolated(any) @Sendable () throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) { self.init(work: work, file: file, line: line) }

  /// Creates a promise that adopts the promise that a function returns.
  ///
  /// - Parameter work: Called once, on the actor of the surrounding code, or on `DispatchQueue.promises` if there is
  ///   none, and never inside this initializer. If it throws, the promise is rejected with that error.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Use `queue.async(.promise) { … }`, `Promise { try await … }`, or, with a callback, `Promise { resolver in … }`."
  )
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public convenience init(
    @_inheritActorContext(always) _ work: @escaping @isolated(any) @Sendable () throws -> Promise<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) { self.init(work: work, file: file, line: line) }

  /// Creates a promise that is rejected with the error that a function throws.
  ///
  /// - Parameter work: Called once, on the actor of the surrounding code, or on `DispatchQueue.promises` if there is
  ///   none, and never inside this initializer.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Use `Promise(error: error)`, or `queue.async(.promise) { … }`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public convenience init(
    @_inheritActorContext(always) _ work: @escaping @isolated(any) @Sendable () throws -> Never
  ) { self.init(work: work) }

  /// Creates a promise that is settled by one of two functions that a function receives.
  ///
  /// - Parameter work: Called once, on the actor of the surrounding code, or on `DispatchQueue.promises` if there is
  ///   none, and never inside this initializer. If it throws, the promise is rejected with that error.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Use `queue.async(.promise) { … }`, `Promise { try await … }`, or, with a callback, `Promise { resolver in … }`."
  )
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public convenience init(
    @_inheritActorContext(always)
    _ work:
      @escaping @isolated(any) @Sendable (
        _ fulfill: @escaping @Sendable (Value) -> Void, _ reject: @escaping @Sendable (any Error) -> Void
      ) throws -> Void, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(work: work, file: file, line: line) }
}
