extension Promise where Value == Void {
  /// Creates a promise that is already fulfilled.
  @_alwaysEmitIntoClient
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(settled: .success(()), site: CreationSite(file, line), context: .ofNewPromise())
  }
}
