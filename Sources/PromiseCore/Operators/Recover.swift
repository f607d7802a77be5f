public import Dispatch

extension Promise {
  /// Attaches a handler that recovers from an error with the promise that it returns.
  ///
  /// ```swift
  /// fetch(url).recover { error in
  ///   guard error is NotFound else { throw error }
  ///   return .value(placeholder)
  /// }
  /// ```
  ///
  /// By default, cancellation is passed on and `body` does not run. A closure that cannot throw and returns a
  /// guarantee, such as `{ _ in .value(placeholder) }`, selects the form of `recover` that returns a guarantee, which
  /// also handles cancellation.
  ///
  /// - Parameters:
  ///   - policy: The errors to handle. By default, cancellation is passed on.
  ///   - body: The handler of the error. If it throws, the new promise is rejected with that error, which may be the
  ///     error that `body` received. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is
  ///     nonisolated.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns. Canceling it also cancels whichever of the two promises is pending, if that promise has no other
  ///   consumer.
  @_alwaysEmitIntoClient
  public func recover<U: Thenable<Value>>(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.recoverWithPromise(Handler(body), policy, CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and recovers from an error with the promise that it returns.
  ///
  /// See `recover(policy:_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - policy: The errors to handle. By default, cancellation is passed on.
  ///   - body: The handler of the error. If it throws, the new promise is rejected with that error.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns.
  @_alwaysEmitIntoClient
  public func recover<U: Thenable<Value>>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.recoverWithPromise(Handler(on: queue, flags: flags, body), policy, CreationSite(file, line))
  }

  /// Attaches a handler that recovers from an error with the promise that it returns.
  ///
  /// This overload lets a closure return `.value(…)` without naming a type, even if it rethrows other errors.
  ///
  /// - Parameters:
  ///   - policy: The errors to handle. By default, cancellation is passed on.
  ///   - body: The handler of the error. If it throws, the new promise is rejected with that error. It runs on the
  ///     actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns.
  @_alwaysEmitIntoClient
  public func recover(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) throws -> Promise<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.recoverWithPromise(Handler(body), policy, CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and recovers from an error with the promise that it returns.
  ///
  /// This overload lets a closure return `.value(…)` without naming a type, even if it rethrows other errors.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - policy: The errors to handle. By default, cancellation is passed on.
  ///   - body: The handler of the error. If it throws, the new promise is rejected with that error.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns.
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> Promise<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.recoverWithPromise(Handler(on: queue, flags: flags, body), policy, CreationSite(file, line))
  }
}

extension TypedPromise where Failure == any Error {
  /// Attaches `handler` for the errors that `policy` accepts.
  @_alwaysEmitIntoClient
  package func recoverWithPromise<U: Thenable<Value>>(
    _ handler: Handler<any Error, U, any Error>, _ policy: CatchPolicy, _ site: CreationSite
  ) -> Promise<Value> {
    deriveFromError(on: handler.executor, matching: policy.match, site) { error, child, trampoline in
      child.adopt(in: trampoline) { try handler(error) }
    }
  }
}
