extension CatchMixin {
  /// Ends a chain whose error nobody wants to deal with: it goes to ``PromiseDiagnostics``. From PromiseKit.
  ///
  /// Cancellation is not an error that has to be dealt with, and is not told.
  ///
  /// - Parameters:
  ///   - file: Where the chain ends, for the report.
  ///   - line: Likewise.
  /// - Returns: The promise, so that `finally` may follow.
  @inlinable @discardableResult
  public func cauterize(file: StaticString = #fileID, line: UInt = #line) -> Promise<Value> {
    engine.derive(DerivedPromise<Value>.self, at: .inline, Link.Erased(), Origin(file, line), asks: true) {
      child, source, moment, _, run in
      let child = unsafeDowncast(child, to: PromiseEngine<Value, any Error>.self)
      return child.stepOnError(source, moment, in: &run) { child.reportCauterized($0) }
    }
  }
}

extension AnyPromiseEngine {
  /// Says which error has reached the end of a chain.
  @usableFromInline
  final func reportCauterized(_ error: any Error) {
    PromiseDiagnostics.report(.cauterized(error, file: origin.file, line: origin.line), in: scope)
  }
}
