public import Dispatch

extension Promise {
  /// Attaches a handler for errors of one type.
  ///
  /// ```swift
  /// fetch(url).catch(only: HTTPError.self) { print($0.status) }.catch { print("something else:", $0) }
  /// ```
  ///
  /// An error that `body` has seen is handled: every subsequent `catch` skips it, and it is not reported as unhandled.
  /// When the returned promise is canceled, `body` runs if `only` and `policy` match `CancellationError`.
  ///
  /// - Parameters:
  ///   - only: The error type to handle. Other errors are passed on.
  ///   - policy: Whether cancellation errors of this type match as well. The default is `.allErrors`, because the type
  ///     already says which errors to handle; `catch` without a type skips cancellation.
  ///   - body: The handler of the error. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it
  ///     is nonisolated.
  /// - Returns: A promise that adopts this promise's outcome after `body` has run. You may discard it. Canceling it
  ///   also cancels this promise, if this promise has no other consumer.
  @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`<E: Error>(
    only: E.Type, policy: CatchPolicy = .allErrors,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> { typed.catchOnly(Handler(body), CreationSite(file, line), errors(of: only, policy)) }

  /// Attaches a handler that runs on a queue and receives errors of one type.
  ///
  /// See `catch(only:policy:_:file:line:)`.
  ///
  /// - Parameters:
  ///   - only: The error type to handle. Other errors are passed on.
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - policy: Whether cancellation errors of this type match as well. The default is `.allErrors`.
  ///   - body: The handler of the error.
  /// - Returns: A promise that adopts this promise's outcome after `body` has run.
  @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`<E: Error>(
    only: E.Type, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.catchOnly(Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(of: only, policy))
  }
}

extension TypedPromise where Failure == any Error {
  /// Attaches `handler` for the errors that `match` returns.
  @_alwaysEmitIntoClient
  package func catchOnly<E: Error>(
    _ handler: Handler<E, Void, Never>, _ site: CreationSite, _ match: @escaping @Sendable (any Error) -> E?
  ) -> Promise<Value> {
    deriveWitness(
      on: handler.executor, site, seesCancellation: match(CancellationError()) != nil, handlesError: true,
      catches: true,
      wants: { outcome in
        if case .failure(let error) = outcome { match(error) != nil } else { false }
      },
      body: { outcome in
        if case .failure(let error) = outcome, let match = match(error) { handler(match) }
      })
  }
}

/// Returns a function that returns an error if it is of the given type and the policy accepts it, and `nil` otherwise.
@_alwaysEmitIntoClient
package func errors<E: Error>(of type: E.Type, _ policy: CatchPolicy) -> @Sendable (any Error) -> E? {
  { policy.accepts($0) ? $0 as? E : nil }
}
