extension Promise where Value: Equatable {
  /// Creates a promise that is fulfilled with `value`, or rejected if it is an error.
  ///
  /// For most values. It is not disfavored, so that the compiler decides without a look at the other forms; no closure is
  /// `Equatable`, so that a closure is taken for work all the same.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Write `.value(value)`, or `Promise(error: error)` for an error.")
  @_alwaysEmitIntoClient
  public convenience init(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    self.init(settled: .ofGoogle(value), site: CreationSite(file, line), context: .ofNewPromise())
  }
}

extension Promise {
  /// Creates a promise that is fulfilled with `value`, or rejected if it is an error.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Write `.value(value)`, or `Promise(error: error)` for an error.")
  @_disfavoredOverload  // so that a closure is taken for work, and not for a value
  @_alwaysEmitIntoClient
  public convenience init(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    self.init(settled: .ofGoogle(value), site: CreationSite(file, line), context: .ofNewPromise())
  }

  /// Creates a promise that is rejected with `error`.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Write `Promise(error: error)`. In a handler, throw the error.")
  @_alwaysEmitIntoClient
  public convenience init(_ error: any Error, file: StaticString = #fileID, line: UInt = #line) {
    self.init(error: error, file: file, line: line)
  }

  // The two that follow are what the main surface has in one: concrete, so that a wrong inference is an error, and not a
  // promise of a promise.

  /// Creates a promise that adopts the outcome of another.
  @_spi(GooglePromises)
  @_alwaysEmitIntoClient
  public convenience init(_ promise: Promise<Value>, file: StaticString = #fileID, line: UInt = #line) {
    self.init(adopting: promise, CreationSite(file, line))
  }

  /// Creates a promise that adopts the outcome of a guarantee.
  @_spi(GooglePromises)
  @_alwaysEmitIntoClient
  public convenience init(_ guarantee: Guarantee<Value>, file: StaticString = #fileID, line: UInt = #line) {
    self.init(adopting: guarantee, CreationSite(file, line))
  }
}

extension Handler where Failure == any Error {
  /// Returns a handler that throws an error that this one returns, as google/promises does.
  @_alwaysEmitIntoClient
  func throwingReturnedErrors() -> Handler {
    adapted { call, input in try Result.ofGoogle(try call(input)).get() }
  }
}

extension Result where Failure == any Error {
  /// Returns the outcome that google/promises makes of a value: a rejection if it is an error.
  @_alwaysEmitIntoClient
  static func ofGoogle(_ value: Success) -> Result {
    if let error = value as? any Error { .failure(error) } else { .success(value) }
  }
}
