public import Dispatch

extension Thenable where Failure == any Error {
  /// Runs `body` whatever happened, and passes the outcome on. From PromiseKit.
  ///
  /// ```swift
  /// showSpinner()
  /// fetch(url).ensure { hideSpinner() }.done { show($0) }.catch { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - body: Called once, when this promise is fulfilled, rejected or cancelled, or when the promise that comes back
  ///     is cancelled; runs where it was written.
  @discardableResult
  @_alwaysEmitIntoClient
  public func ensure(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> { runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs `body` on a queue whatever happened, and passes the outcome on. From PromiseKit.
  @discardableResult @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func ensure(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  @_alwaysEmitIntoClient
  func runAndPassOn(_ handler: Handler<Void, Void, Never>, _ site: CreationSite) -> Promise<Value> {
    _promise.deriveWitness(
      on: handler.executor, site, seesCancellation: true, handlesError: false, wants: { _ in true },
      body: { _ in handler(()) })
  }
}
