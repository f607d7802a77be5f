public import Dispatch
public import PromiseCore

extension Promise {
  /// Recovers from an error with the value that a handler returns.
  ///
  /// If `body` returns an error instead of throwing it, the returned promise is rejected with that error. On a
  /// `Promise<Void>`, a `body` that returns nothing recovers from the error.
  ///
  /// - Parameters:
  ///   - policy: The errors to handle. The default skips errors that mean cancellation.
  ///   - body: Called with the error. It runs on the actor of the surrounding code, or on `DispatchQueue.promises` if
  ///     there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value of this promise, or of the value that `body` returns for an error.
  @_spi(GooglePromises)
  @available(
    *, deprecated, message: "Return a promise from the handler, as in `recover { _ in Promise.value(…) }`."
  )
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recoverWithValue(Handler(body).throwingReturnedErrors(), policy, CreationSite(file, line)) }

  /// Recovers from an error with the value returned by a handler that runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - policy: The errors to handle. The default skips errors that mean cancellation.
  ///   - body: Called with the error, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value of this promise, or of the value that `body` returns for an error.
  @_spi(GooglePromises)
  @available(
    *, deprecated, message: "Return a promise from the handler, as in `recover { _ in Promise.value(…) }`."
  )
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    recoverWithValue(
      Handler(on: queue, body).throwingReturnedErrors(), policy, CreationSite(file, line))
  }

  /// Returns a promise of the value, or of the value that a handler returns for an error that the policy accepts.
  @_alwaysEmitIntoClient
  func recoverWithValue(
    _ handler: Handler<any Error, Value, any Error>, _ policy: CatchPolicy, _ site: CreationSite
  ) -> Promise<Value> {
    typed.deriveFromError(on: handler.executor, matching: policy.match, site) { error, child, trampoline in
      child.settle(in: trampoline) { try handler(error) }
    }
  }
}
