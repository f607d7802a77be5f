extension Promise {
  /// A pending promise and the resolver that settles it.
  ///
  /// In PromiseKit, a promise whose resolver has gone is pending for ever. This one is until somebody waits for it;
  /// then it is cancelled, which `catch` does not see unless asked, and ``PromiseDiagnostics`` has been told.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message: "nothing to write instead; without the SPI a promise is rejected as soon as its resolver goes"
  )
  public static func pending(
    _ file: StaticString = #fileID, _ line: UInt = #line
  ) -> (promise: Promise<Value>, resolver: Resolver<Value>) {
    let promise = Promise(site: CreationSite(file, line), context: .ofNewPromise())
    promise.markAbandonsLate()
    return (promise, Resolver(promise))
  }
}
