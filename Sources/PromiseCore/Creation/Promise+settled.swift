extension Promise where Value == Void {
  /// Makes a promise that is fulfilled already. From PromiseKit.
  ///
  /// - Parameters:
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  public convenience init(file: StaticString = #fileID, line: UInt = #line) {
    self.init(settled: .success(()), site: CreationSite(file, line), context: .ofNewPromise())
  }
}
