extension Promise {
  /// Recovers from an error with the value that an `async` function returns.
  ///
  /// If this promise is fulfilled, `body` is not called and the value is passed on. On a `Promise<Void>`, `body`
  /// recovers by returning without throwing. To recover from every error and get a guarantee, use the form without
  /// `async`, and return a `Guarantee { … }` from its closure.
  ///
  /// - Parameters:
  ///   - policy: The errors to handle. The default passes on errors that mean cancellation.
  ///   - body: Called with the error, in a task with the isolation of the surrounding code. The task is canceled when
  ///     the returned promise is.
  /// - Returns: A promise of the value that `body` returns. It is rejected with the error that `body` throws, which may
  ///   be the error that `body` was called with.
  @_disfavoredOverload
  public func recover(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    let handler = AsyncHandler(body)
    return typed.deriveFromError(on: handler.executor, matching: policy.match, CreationSite(file, line)) {
      error, child, trampoline in
      handler.start(for: child.any, with: error, in: trampoline) { child.settle($0) }
    }
  }
}
