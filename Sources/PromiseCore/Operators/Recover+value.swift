public import Dispatch

// These forms are disfavored, so that a handler that returns a promise is never taken for one that returns a value.
extension Promise {
  /// Attaches a handler that recovers from an error with the value that it returns.
  ///
  /// ```swift
  /// fetch(url).recover { _ in placeholder }
  /// ```
  ///
  /// By default, cancellation is passed on and `body` does not run. On a `Promise<Void>`, `body` recovers by returning
  /// nothing.
  ///
  /// - Parameters:
  ///   - policy: The errors to handle. By default, cancellation is passed on.
  ///   - body: The handler of the error. If it throws, the new promise is rejected with that error, which may be the
  ///     error that `body` received. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is
  ///     nonisolated.
  /// - Returns: A promise of the value of this promise or, if `body` runs, of the value that `body` returns. Canceling
  ///   it also cancels this promise, if this promise has no other consumer.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.recoverWithValue(Handler(body), CreationSite(file, line), policy.match) }

  /// Attaches a handler that runs on a queue and recovers from an error with the value that it returns.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - policy: The errors to handle. By default, cancellation is passed on.
  ///   - body: The handler of the error. If it throws, the new promise is rejected with that error.
  /// - Returns: A promise of the value of this promise or, if `body` runs, of the value that `body` returns.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.recoverWithValue(Handler(on: queue, flags: flags, body), CreationSite(file, line), policy.match)
  }

  /// Attaches a handler that recovers from errors of one type with the value that it returns.
  ///
  /// - Parameters:
  ///   - only: The error type to handle. Other errors are passed on.
  ///   - policy: Whether cancellation errors of this type match as well. The default is `.allErrors`.
  ///   - body: The handler of the error. If it throws, the new promise is rejected with that error. It runs on the
  ///     actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise of the value of this promise or, if `body` runs, of the value that `body` returns. Canceling
  ///   it also cancels this promise, if this promise has no other consumer.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover<E: Error>(
    only: E.Type, policy: CatchPolicy = .allErrors,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.recoverWithValue(Handler(body), CreationSite(file, line), errors(of: only, policy)) }

  /// Attaches a handler that runs on a queue and recovers from errors of one type with the value that it returns.
  ///
  /// - Parameters:
  ///   - only: The error type to handle. Other errors are passed on.
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - policy: Whether cancellation errors of this type match as well. The default is `.allErrors`.
  ///   - body: The handler of the error. If it throws, the new promise is rejected with that error.
  /// - Returns: A promise of the value of this promise or, if `body` runs, of the value that `body` returns.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover<E: Error>(
    only: E.Type, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.recoverWithValue(
      Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(of: only, policy))
  }
}

extension TypedPromise where Failure == any Error {
  /// Attaches `handler` for the errors that `match` returns.
  @_alwaysEmitIntoClient
  package func recoverWithValue<E: Error>(
    _ handler: Handler<E, Value, any Error>, _ site: CreationSite, _ match: @escaping @Sendable (any Error) -> E?
  ) -> Promise<Value> {
    deriveFromError(on: handler.executor, matching: match, site) { error, child, trampoline in
      child.settle(in: trampoline) { try handler(error) }
    }
  }
}
