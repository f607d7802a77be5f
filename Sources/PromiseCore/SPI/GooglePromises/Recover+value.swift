public import Dispatch

extension Thenable where Failure == any Error {
  /// Continues after an error with the value that `body` returns. From google/promises.
  ///
  /// As the form that returns a promise. On a `Promise<Void>`, a `body` that returns nothing recovers.
  @_spi(GooglePromises) @available(*, deprecated, message: "Return a promise: `recover { _ in .value(…) }`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recoverWithValue(Handler(body).throwingReturnedErrors(), policy, CreationSite(file, line)) }

  /// Continues after an error, on a queue, with the value that `body` returns. From google/promises.
  @_spi(GooglePromises) @available(*, deprecated, message: "Return a promise: `recover { _ in .value(…) }`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    recoverWithValue(
      Handler(on: queue, flags: flags, body).throwingReturnedErrors(), policy, CreationSite(file, line))
  }

  @_alwaysEmitIntoClient
  func recoverWithValue(
    _ handler: Handler<any Error, Value, any Error>, _ policy: CatchPolicy, _ site: CreationSite
  ) -> Promise<Value> {
    _promise.deriveFromError(on: handler.executor, matching: policy.match, site) { error, child, trampoline in
      child.settle(in: trampoline) { try handler(error) }
    }
  }
}
