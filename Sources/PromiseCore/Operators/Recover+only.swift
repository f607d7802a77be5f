public import Dispatch

extension Promise {
  /// Attaches a handler that recovers from errors of one type with the promise that it returns.
  ///
  /// - Parameters:
  ///   - only: The error type to handle. Other errors are passed on.
  ///   - policy: Whether cancellation errors of this type match as well. The default is `.allErrors`, because the type
  ///     already says which errors to handle; `recover` without a type skips cancellation.
  ///   - body: The handler of the error. If it throws, the new promise is rejected with that error. It runs on the
  ///     actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns. Canceling it also cancels whichever of the two promises is pending, if that promise has no other
  ///   consumer.
  @_alwaysEmitIntoClient
  public func recover<E: Error, U: Thenable<Value>>(
    only: E.Type, policy: CatchPolicy = .allErrors,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.recoverOnlyWithPromise(Handler(body), CreationSite(file, line), errors(of: only, policy))
  }

  /// Attaches a handler that runs on a queue and recovers from errors of one type with the promise that it returns.
  ///
  /// See `recover(only:policy:_:file:line:)`.
  ///
  /// - Parameters:
  ///   - only: The error type to handle. Other errors are passed on.
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - policy: Whether cancellation errors of this type match as well. The default is `.allErrors`.
  ///   - body: The handler of the error. If it throws, the new promise is rejected with that error.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns.
  @_alwaysEmitIntoClient
  public func recover<E: Error, U: Thenable<Value>>(
    only: E.Type, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.recoverOnlyWithPromise(
      Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(of: only, policy))
  }

  /// Attaches a handler that recovers from errors of one type with the promise that it returns.
  ///
  /// This overload lets a closure return `.value(…)` without naming a type, even if it rethrows other errors.
  ///
  /// - Parameters:
  ///   - only: The error type to handle. Other errors are passed on.
  ///   - policy: Whether cancellation errors of this type match as well. The default is `.allErrors`.
  ///   - body: The handler of the error. If it throws, the new promise is rejected with that error. It runs on the
  ///     actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns.
  @_alwaysEmitIntoClient
  public func recover<E: Error>(
    only: E.Type, policy: CatchPolicy = .allErrors,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) throws -> Promise<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.recoverOnlyWithPromise(Handler(body), CreationSite(file, line), errors(of: only, policy))
  }

  /// Attaches a handler that runs on a queue and recovers from errors of one type with the promise that it returns.
  ///
  /// This overload lets a closure return `.value(…)` without naming a type, even if it rethrows other errors.
  ///
  /// - Parameters:
  ///   - only: The error type to handle. Other errors are passed on.
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - policy: Whether cancellation errors of this type match as well. The default is `.allErrors`.
  ///   - body: The handler of the error. If it throws, the new promise is rejected with that error.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns.
  @_alwaysEmitIntoClient
  public func recover<E: Error>(
    only: E.Type, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) throws -> Promise<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.recoverOnlyWithPromise(
      Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(of: only, policy))
  }
}

extension TypedPromise where Failure == any Error {
  /// Attaches `handler` for the errors that `match` returns.
  @_alwaysEmitIntoClient
  package func recoverOnlyWithPromise<E: Error, U: Thenable<Value>>(
    _ handler: Handler<E, U, any Error>, _ site: CreationSite, _ match: @escaping @Sendable (any Error) -> E?
  ) -> Promise<Value> {
    deriveFromError(on: handler.executor, matching: match, site) { error, child, trampoline in
      child.adopt(in: trampoline) { try handler(error) }
    }
  }
}
