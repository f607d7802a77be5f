public import PromiseCore

extension Promise {
  /// Returns a pending promise and the resolver that settles it.
  ///
  /// As in PromiseKit, the promise stays pending when its resolver is released without being called: no handler of the
  /// promise or of a promise derived from it runs. A task or a thread that waits for the promise resumes, and throws
  /// `PromiseError.abandoned(file:line:)`. The event is reported to `PromiseDiagnostics`.
  ///
  /// - Returns: The promise and its only resolver.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Remove `@_spi(PromiseKit)` from the import; the call stays the same. If the resolver is released, the promise is then rejected with `PromiseError.abandoned`."
  )
  @_alwaysEmitIntoClient
  public static func pending(
    _ file: StaticString = #fileID, _ line: UInt = #line
  ) -> (promise: Promise<Value>, resolver: Resolver<Value>) {
    let promise = Promise(site: CreationSite(file, line), context: .ofNewPromise())
    promise.any.markStaysPending()
    return (promise, Resolver(promise))
  }
}
