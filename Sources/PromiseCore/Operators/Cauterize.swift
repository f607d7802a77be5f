extension Thenable where Failure == any Error {
  /// Ends a chain whose error nobody wants to deal with: it goes to ``PromiseDiagnostics``. From PromiseKit.
  ///
  /// Cancellation is not an error that has to be dealt with, and is not told.
  ///
  /// - Returns: The promise, so that `ensure` may follow.
  @discardableResult
  @_alwaysEmitIntoClient
  public func cauterize(file: StaticString = #fileID, line: UInt = #line) -> Promise<Value> {
    _promise.derive(DerivedPromise<Value>.self, on: .inline, ErasedHandler(), CreationSite(file, line)) {
      child, source, event, _, trampoline in
      let child = unsafeDowncast(child, to: _TypedPromise<Value, any Error>.self)
      return child.catchError(of: source, event, in: trampoline) { child.reportCauterized($0) }
    }
  }
}

extension AnyPromise {
  /// Says which error has reached the end of a chain.
  @usableFromInline
  final func reportCauterized(_ error: any Error) {
    PromiseDiagnostics.report(.cauterized(error, file: site.file, line: site.line), in: context)
  }
}
