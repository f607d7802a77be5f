public import Dispatch

extension Thenable where Failure == any Error {
  /// Looks at the outcome, whatever it is, and passes it on. From PromiseKit.
  ///
  /// - Parameters:
  ///   - body: Called once with the outcome of this promise, or with `CancellationError` when the promise that comes
  ///     back is cancelled; runs where it was written. An error that it has seen still has to be handled by somebody.
  @_alwaysEmitIntoClient
  public func tap(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Result<Value, any Error>) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { tapOutcome(Handler(body), CreationSite(file, line)) }

  /// Looks at the outcome on a queue, whatever it is, and passes it on. From PromiseKit.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func tap(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { tapOutcome(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  @_alwaysEmitIntoClient
  func tapOutcome(_ handler: Handler<Result<Value, any Error>, Void, Never>, _ site: CreationSite) -> Promise<
    Value
  > {
    _promise.deriveWitness(
      on: handler.executor, site, seesCancellation: true, handlesError: false, wants: { _ in true },
      body: { handler($0) })
  }
}
