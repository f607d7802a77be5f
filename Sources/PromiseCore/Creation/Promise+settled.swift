extension Promise where Value == Void {
  /// Makes a promise that is fulfilled already. From PromiseKit.
  ///
  /// - Parameters:
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  @_alwaysEmitIntoClient
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(settled: .success(()), site: CreationSite(file, line), context: .ofNewPromise())
  }
}
