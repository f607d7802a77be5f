extension Promise where Value == Void {
  /// Makes a promise that is fulfilled already. From PromiseKit.
  @_alwaysEmitIntoClient
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(settled: .success(()), site: CreationSite(file, line), context: .ofNewPromise())
  }
}
