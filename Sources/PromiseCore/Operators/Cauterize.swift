extension Promise {
  /// Handles the error by reporting it to ``PromiseDiagnostics``, for a chain that needs no other error handler.
  ///
  /// Cancellation is not reported.
  ///
  /// - Returns: A promise that adopts this promise's outcome, so that `ensure` can follow. Its error counts as handled.
  ///   You may discard it. Canceling it also cancels this promise, if this promise has no other consumer.
  @discardableResult
  @_alwaysEmitIntoClient
  public func cauterize(file: StaticString = #fileID, line: UInt = #line) -> Promise<Value> {
    .derived(
      from: any, CreationSite(file, line),
      Reaction(on: .inline, ErasedHandler()) { child, source, event, _, trampoline in
        TypedPromise<Value, any Error>(child).settleCatching(source, event, in: trampoline) {
          child.reportCauterized($0)
        }
      })
  }
}

extension AnyPromise {
  /// Reports an error that reached the end of a chain.
  @usableFromInline
  func reportCauterized(_ error: any Error) {
    PromiseDiagnostics.report(.cauterized(error, file: site.file, line: site.line), in: context)
  }
}
