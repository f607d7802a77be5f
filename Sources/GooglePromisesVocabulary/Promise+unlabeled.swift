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
}
