public import Dispatch

extension Thenable where Failure == any Error {
  /// Handles the error, if there is one. From PromiseKit and google/promises.
  ///
  /// The promise that comes back settles as this one does, so that `ensure`, `recover` or `then` may follow. Leaving
  /// it unused is fine: an error that a `catch` has seen is not reported as unhandled.
  ///
  /// - Parameters:
  ///   - policy: Which errors to handle; by default cancellation is skipped.
  ///   - body: Called with the error; runs where it was written.
  @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { catchError(Handler(body), policy, CreationSite(file, line)) }

  /// Handles the error on a queue, if there is one. From PromiseKit and google/promises.
  ///
  /// As ``catch(policy:_:file:line:)``, but `body` runs on `queue`, or with `nil` at once on the thread that settles
  /// this promise.
  @discardableResult @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func `catch`(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { catchError(Handler(on: queue, flags: flags, body), policy, CreationSite(file, line)) }

  @inlinable
  func catchError(
    _ handler: Handler<any Error, Void, Never>, _ policy: CatchPolicy, _ site: CreationSite
  ) -> Promise<Value> {
    policy == .allErrors ? catchAll(handler, site) : _promise.deriveCatching(handler, site)
  }

  @usableFromInline
  func catchAll(_ handler: Handler<any Error, Void, Never>, _ site: CreationSite) -> Promise<Value> {
    _promise.deriveWitness(
      on: handler.executor, site, seesCancellation: true, handlesError: true,
      wants: { outcome in
        if case .failure = outcome { true } else { false }
      },
      body: { outcome in
        if case .failure(let error) = outcome { handler(error) }
      })
  }
}
