public import Dispatch

extension CatchMixin {
  // MARK: With a promise

  /// Continues after an error with the promise that `body` returns. From PromiseKit.
  ///
  /// - Parameters:
  ///   - policy: Which errors to handle; by default cancellation is skipped and goes on.
  ///   - body: Called with the error; runs where it was written. If it throws, the new promise is rejected with that
  ///     error, which may be the one it was given.
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  @preconcurrency
  public func recover<U: Thenable<Value>>(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recoverWithPromise(Handler(body), policy, CreationSite(file, line)) }

  /// Continues after an error, on a queue, with the promise that `body` returns. From PromiseKit.
  @preconcurrency
  public func recover<U: Thenable<Value>>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recoverWithPromise(Handler(on: queue, flags: flags, body), policy, CreationSite(file, line)) }

  private func recoverWithPromise<U: Thenable<Value>>(
    _ handler: Handler<any Error, U, any Error>, _ policy: CatchPolicy, _ site: CreationSite
  ) -> Promise<Value> {
    _promise.deriveFromError(on: handler.executor, matching: policy.match, site) { error, child, trampoline in
      child.adopt(in: trampoline) { try handler(error) }
    }
  }

  // MARK: With a value

  /// Continues after an error with the value that `body` returns. From google/promises.
  ///
  /// As the form that returns a promise. On a `Promise<Void>`, a `body` that returns nothing recovers.
  @preconcurrency @_disfavoredOverload
  public func recover(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recoverWithValue(Handler(body), policy, CreationSite(file, line)) }

  /// Continues after an error, on a queue, with the value that `body` returns. From google/promises.
  @preconcurrency @_disfavoredOverload
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recoverWithValue(Handler(on: queue, flags: flags, body), policy, CreationSite(file, line)) }

  private func recoverWithValue(
    _ handler: Handler<any Error, Value, any Error>, _ policy: CatchPolicy, _ site: CreationSite
  ) -> Promise<Value> {
    _promise.deriveFromError(on: handler.executor, matching: policy.match, site) { error, child, trampoline in
      child.settle(in: trampoline) { try handler(error) }
    }
  }
}
