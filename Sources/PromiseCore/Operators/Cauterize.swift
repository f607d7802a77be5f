extension CatchMixin {
  /// Ends a chain whose error nobody wants to deal with: it goes to ``PromiseDiagnostics``. From PromiseKit.
  ///
  /// Cancellation is not an error that has to be dealt with, and is not told.
  ///
  /// - Parameters:
  ///   - file: Where the chain ends, for the report.
  ///   - line: Likewise.
  /// - Returns: The promise, so that `finally` may follow.
  @discardableResult
  public func cauterize(file: StaticString = #fileID, line: UInt = #line) -> Promise<Value> {
    let origin = Origin(file, line)
    let promise = asPromise  // once: for somebody else's thenable it is made each time it is asked for
    return promise.catch(on: nil, file: file, line: line) { [scope = promise.scope] error in
      PromiseDiagnostics.report(.cauterized(error, file: origin.file, line: origin.line), in: scope)
    }
  }
}
