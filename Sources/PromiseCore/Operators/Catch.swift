public import Dispatch

extension Promise {
  /// Attaches a handler for the error.
  ///
  /// An error that a `catch` has seen is handled: it is not reported as unhandled. By default `body` does not run for
  /// cancellation. With `policy: .allErrors`, it also runs when the returned promise is canceled.
  ///
  /// - Parameters:
  ///   - policy: The errors to handle. By default, cancellation is skipped.
  ///   - body: The handler of the error. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it
  ///     is nonisolated.
  /// - Returns: A promise that adopts this promise's outcome after `body` has run, so that other operators can follow.
  ///   You may discard it. Canceling it also cancels this promise, if this promise has no other consumer.
  @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.catchError(Handler(body), policy, CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and receives the error.
  ///
  /// See ``catch(policy:_:file:line:)``.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - policy: The errors to handle. By default, cancellation is skipped.
  ///   - body: The handler of the error.
  /// - Returns: A promise that adopts this promise's outcome after `body` has run.
  @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.catchError(Handler(on: queue, flags: flags, body), policy, CreationSite(file, line)) }
}

extension TypedPromise where Failure == any Error {
  /// Attaches `handler` for the errors that `policy` accepts.
  @inlinable
  package func catchError(
    _ handler: Handler<any Error, Void, Never>, _ policy: CatchPolicy, _ site: CreationSite
  ) -> Promise<Value> {
    policy == .allErrors ? catchAll(handler, site) : deriveCatching(handler, site)
  }

  /// Attaches `handler` for every error, including the cancellation of the returned promise.
  @usableFromInline
  package func catchAll(_ handler: Handler<any Error, Void, Never>, _ site: CreationSite) -> Promise<Value> {
    deriveWitness(
      on: handler.executor, site, seesCancellation: true, handlesError: true,
      wants: { outcome in
        if case .failure = outcome { true } else { false }
      },
      body: { outcome in
        if case .failure(let error) = outcome { handler(error) }
      })
  }
}
