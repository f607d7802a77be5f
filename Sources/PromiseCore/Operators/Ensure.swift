public import Dispatch

extension Promise {
  /// Attaches a handler that runs when the promise settles, regardless of the outcome.
  ///
  /// ```swift
  /// showSpinner()
  /// fetch(url).ensure { hideSpinner() }.done { show($0) }.catch { show($0) }
  /// ```
  ///
  /// - Parameter body: The handler. It runs once: when this promise is fulfilled, rejected or canceled, or when the
  ///   returned promise is canceled, whichever comes first. It runs on the actor it is isolated to, or on
  ///   `DispatchQueue.promises` if it is nonisolated. An error remains unhandled.
  /// - Returns: A promise that adopts this promise's outcome after `body` has run. You may discard it. Canceling it
  ///   also cancels this promise, if this promise has no other consumer.
  @discardableResult
  @_alwaysEmitIntoClient
  public func ensure(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> { typed.runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue when the promise settles, regardless of the outcome.
  ///
  /// See `ensure(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler. It runs once, even if the returned promise is canceled.
  /// - Returns: A promise that adopts this promise's outcome after `body` has run.
  @discardableResult
  @_alwaysEmitIntoClient
  public func ensure(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension TypedPromise where Failure == any Error {
  /// Attaches `handler` for every outcome, including the cancellation of the returned promise.
  @_alwaysEmitIntoClient
  package func runAndPassOn(_ handler: Handler<Void, Void, Never>, _ site: CreationSite) -> Promise<Value> {
    deriveWitness(
      on: handler.executor, site, seesCancellation: true, handlesError: false, wants: { _ in true },
      body: { _ in handler(()) })
  }
}
