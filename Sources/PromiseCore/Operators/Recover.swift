public import Dispatch

extension Thenable where Failure == any Error {
  /// Continues after an error with the promise that `body` returns.
  ///
  /// ```swift
  /// fetch(url).recover { error in
  ///   guard error is NotFound else { throw error }
  ///   return .value(placeholder)
  /// }
  /// ```
  ///
  /// By default a cancellation is passed on, and `body` does not run. A closure that cannot throw and returns a guarantee,
  /// such as `{ _ in .value(placeholder) }`, is the other form of `recover`, which deals with cancellation as well.
  ///
  /// - Parameters:
  ///   - policy: The errors to handle. By default, cancellation is passed on.
  ///   - body: Called with the error. It runs where it was written. If it throws, the new promise is rejected with that
  ///     error, which may be the one it was given.
  @_alwaysEmitIntoClient
  public func recover<U: Thenable<Value>>(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recoverWithPromise(Handler(body), policy, CreationSite(file, line)) }

  /// Continues after an error, on a queue, with the promise that `body` returns.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover<U: Thenable<Value>>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recoverWithPromise(Handler(on: queue, flags: flags, body), policy, CreationSite(file, line)) }

  /// Continues after an error with the promise that `body` returns.
  ///
  /// This form is for closures that write `.value(…)`, or that throw some errors again.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) throws -> Promise<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recoverWithPromise(Handler(body), policy, CreationSite(file, line)) }

  /// Continues after an error, on a queue, with the promise that `body` returns.
  ///
  /// This form is for closures that write `.value(…)`, or that throw some errors again.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> Promise<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recoverWithPromise(Handler(on: queue, flags: flags, body), policy, CreationSite(file, line)) }

  @_alwaysEmitIntoClient
  func recoverWithPromise<U: Thenable<Value>>(
    _ handler: Handler<any Error, U, any Error>, _ policy: CatchPolicy, _ site: CreationSite
  ) -> Promise<Value> {
    _promise.deriveFromError(on: handler.executor, matching: policy.match, site) { error, child, trampoline in
      child.adopt(in: trampoline) { try handler(error) }
    }
  }
}
