public import PromiseCore

extension Promise where Value: Equatable {
  /// Creates a promise that is fulfilled with `value`, or rejected if `value` is an error.
  ///
  /// This overload serves most values. It is not disfavored, so the compiler selects it without considering the others.
  /// A closure is never `Equatable`, so passing one still selects an overload that runs it.
  ///
  /// - Parameter value: The value or the error.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Use `.value(value)`, or `Promise(error: error)` for an error.")
  @_alwaysEmitIntoClient
  public convenience init(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    self.init(settled: .ofGoogle(value), site: CreationSite(file, line), context: .ofNewPromise())
  }
}

extension Promise {
  /// Creates a promise that is fulfilled with `value`, or rejected if `value` is an error.
  ///
  /// - Parameter value: The value or the error.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Use `.value(value)`, or `Promise(error: error)` for an error.")
  @_disfavoredOverload  // so that a function is taken for work rather than for a value
  @_alwaysEmitIntoClient
  public convenience init(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    self.init(settled: .ofGoogle(value), site: CreationSite(file, line), context: .ofNewPromise())
  }

  /// Creates a promise that is rejected with `error`.
  ///
  /// - Parameter error: The error.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Use `Promise(error: error)`. In a handler, throw the error instead.")
  @_alwaysEmitIntoClient
  public convenience init(_ error: any Error, file: StaticString = #fileID, line: UInt = #line) {
    self.init(error: error, file: file, line: line)
  }

  // The next two initializers are needed beside that of PromiseCore, which is disfavored: a promise is `Equatable`, so
  // that `Promise(promise)` would be a promise of a promise.

  /// Creates a promise that adopts the outcome of another promise.
  ///
  /// - Parameter promise: The promise to adopt. The new promise is one of its consumers: canceling it cancels `promise`
  ///   if `promise` has no other consumer.
  @_spi(GooglePromises)
  @_alwaysEmitIntoClient
  public convenience init(_ promise: Promise<Value>, file: StaticString = #fileID, line: UInt = #line) {
    self.init(adopting: promise, CreationSite(file, line))
  }

  /// Creates a promise that adopts the value of a guarantee.
  ///
  /// - Parameter guarantee: The guarantee to adopt. The new promise is one of its consumers.
  @_spi(GooglePromises)
  @_alwaysEmitIntoClient
  public convenience init(_ guarantee: Guarantee<Value>, file: StaticString = #fileID, line: UInt = #line) {
    self.init(adopting: guarantee, CreationSite(file, line))
  }
}
