public import Dispatch

extension Promise {
  /// Attaches an asynchronous handler that runs when the promise settles, regardless of the outcome.
  ///
  /// ```swift
  /// work().ensureThen { close(connection) }.catch { show($0) }
  /// ```
  ///
  /// - Parameter body: The handler. It runs once: when this promise is fulfilled, rejected or canceled, or when the
  ///   returned promise is canceled, whichever comes first. It runs on the actor it is isolated to, or on
  ///   `DispatchQueue.promises` if it is nonisolated. The guarantee that it returns is not canceled with the chain.
  /// - Returns: A promise that adopts this promise's outcome when the guarantee that `body` returns is fulfilled.
  ///   Canceling it also cancels this promise, if this promise has no other consumer.
  @_alwaysEmitIntoClient
  public func ensureThen(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Guarantee<Void>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.runWaitAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Attaches an asynchronous handler that runs on a queue when the promise settles, regardless of the outcome.
  ///
  /// See `ensureThen(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler. The guarantee that it returns is not canceled with the chain.
  /// - Returns: A promise that adopts this promise's outcome when the guarantee that `body` returns is fulfilled.
  @_alwaysEmitIntoClient
  public func ensureThen(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Guarantee<Void>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.runWaitAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension TypedPromise where Failure == any Error {
  /// Attaches `handler` for every outcome, including the cancellation of the returned promise, and waits for its
  /// guarantee.
  @_alwaysEmitIntoClient
  package func runWaitAndPassOn(_ handler: Handler<Void, Guarantee<Void>, Never>, _ site: CreationSite) -> Promise<
    Value
  > {
    deriveWitness(
      on: handler.executor, site, seesCancellation: true, handlesError: false, wants: { _ in true },
      cleanup: { _ in handler(()) })
  }
}

extension Guarantee {
  /// Attaches an asynchronous handler that runs when the guarantee is fulfilled.
  ///
  /// - Parameter body: The handler. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is
  ///   nonisolated. The guarantee that it returns is not canceled with the chain.
  /// - Returns: A guarantee of the same value that is fulfilled once the guarantee that `body` returns is fulfilled.
  ///   You may discard it. Canceling it also requests cancellation of this guarantee, if this guarantee has no other
  ///   consumer.
  @discardableResult
  @_alwaysEmitIntoClient
  public func ensureThen(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Guarantee<Void>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { typed.runWaitAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Attaches an asynchronous handler that runs on a queue when the guarantee is fulfilled.
  ///
  /// See `ensureThen(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler. The guarantee that it returns is not canceled with the chain.
  /// - Returns: A guarantee of the same value that is fulfilled once the guarantee that `body` returns is fulfilled.
  @discardableResult
  @_alwaysEmitIntoClient
  public func ensureThen(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Guarantee<Void>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { typed.runWaitAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension TypedPromise where Failure == Never {
  /// Attaches `handler`, which ignores the value, and waits for its guarantee.
  @_alwaysEmitIntoClient
  package func runWaitAndPassOn(_ handler: Handler<Void, Guarantee<Void>, Never>, _ site: CreationSite) -> Guarantee<
    Value
  > {
    derive(on: handler.executor, site) { value, child, trampoline in
      child.settle(.success(value), after: handler(()), in: trampoline)
    }
  }
}
