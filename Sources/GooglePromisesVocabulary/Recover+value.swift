public import Dispatch
public import PromiseCore

// These forms replace those of PromiseCore, which take an error that the handler returns for a value. The compiler prefers
// them, because a call leaves fewer arguments to their defaults.
extension Promise {
  /// Recovers from an error with the value that a handler returns.
  ///
  /// If `body` returns an error instead of throwing it, the returned promise is rejected with that error. On a
  /// `Promise<Void>`, a `body` that returns nothing recovers from the error.
  ///
  /// - Parameter body: Called with the error, unless it means cancellation. It runs on the actor of the surrounding code,
  ///   or on `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value of this promise, or of the value that `body` returns for an error.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Remove `@_spi(GooglePromises)` from the import; the call stays the same. Throw an error instead of returning it."
  )
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.recoverWithValue(Handler(body).throwingReturnedErrors(), CreationSite(file, line), CatchPolicy.default.match)
  }

  /// Recovers from an error with the value returned by a handler that runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - policy: The errors to handle. The default skips errors that mean cancellation.
  ///   - body: Called with the error, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value of this promise, or of the value that `body` returns for an error.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Remove `@_spi(GooglePromises)` from the import; the call stays the same. Throw an error instead of returning it."
  )
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.recoverWithValue(
      Handler(on: queue, body).throwingReturnedErrors(), CreationSite(file, line), policy.match)
  }
}
