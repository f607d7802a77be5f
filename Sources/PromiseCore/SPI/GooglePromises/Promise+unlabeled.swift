extension Promise {
  /// Makes a promise that is fulfilled already. From google/promises.
  ///
  /// - Parameters:
  ///   - value: The value it is fulfilled with.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "write .value(value), Promise(error: error), or the promise itself")
  @_disfavoredOverload  // so that a closure is taken for work, and not for a value
  public convenience init(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    self.init(settled: .success(value), site: CreationSite(file, line), context: .ofNewPromise())
  }

  /// Makes a promise that is rejected already. From google/promises.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "write .value(value), Promise(error: error), or the promise itself")
  @_disfavoredOverload
  public convenience init(_ error: any Error, file: StaticString = #fileID, line: UInt = #line) {
    self.init(error: error, file: file, line: line)
  }

  // The two that follow are there so that a wrong inference is an error, and not a promise of a promise.

  /// Makes a promise that settles as another one does. From PromiseKit and google/promises.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "write .value(value), Promise(error: error), or the promise itself")
  public convenience init(_ promise: Promise<Value>, file: StaticString = #fileID, line: UInt = #line) {
    self.init(adopting: promise, CreationSite(file, line))
  }

  /// Makes a promise that is fulfilled as a guarantee is. From PromiseKit.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "write .value(value), Promise(error: error), or the promise itself")
  public convenience init(_ guarantee: Guarantee<Value>, file: StaticString = #fileID, line: UInt = #line) {
    self.init(adopting: guarantee, CreationSite(file, line))
  }
}
