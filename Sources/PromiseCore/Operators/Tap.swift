public import Dispatch

extension Promise {
  /// Attaches a handler for the outcome, and passes the outcome on.
  ///
  /// - Parameter body: The handler of the outcome. It runs once: with the outcome of this promise, or with
  ///   `CancellationError` when the returned promise is canceled. It runs on the actor it is isolated to, or on
  ///   `DispatchQueue.promises` if it is nonisolated. An error remains unhandled, and is reported unless another
  ///   handler handles it.
  /// - Returns: A promise that adopts this promise's outcome after `body` has run. Canceling it also cancels this
  ///   promise, if this promise has no other consumer.
  @_alwaysEmitIntoClient
  public func tap(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Result<Value, any Error>) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.tapOutcome(Handler(body), CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and receives the outcome, which is then passed on.
  ///
  /// See `tap(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler of the outcome. An error remains unhandled.
  /// - Returns: A promise that adopts this promise's outcome after `body` has run.
  @_alwaysEmitIntoClient
  public func tap(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.tapOutcome(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension TypedPromise where Failure == any Error {
  /// Attaches `handler` for every outcome, including the cancellation of the returned promise.
  @_alwaysEmitIntoClient
  package func tapOutcome(_ handler: Handler<Result<Value, any Error>, Void, Never>, _ site: CreationSite) -> Promise<
    Value
  > {
    deriveWitness(
      on: handler.executor, site, seesCancellation: true, handlesError: false, wants: { _ in true },
      body: { handler($0) })
  }
}
