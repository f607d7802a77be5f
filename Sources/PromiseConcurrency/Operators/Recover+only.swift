extension Promise {
  /// Recovers from errors of one type with the value that an `async` function returns.
  ///
  /// Other errors are passed on unchanged. If this promise is fulfilled, `body` is not called and the value is passed
  /// on.
  ///
  /// - Parameters:
  ///   - only: The error type to handle.
  ///   - policy: Whether cancellation errors of this type match as well. The default is `.allErrors`, because naming
  ///     the type states which errors are meant; `recover` without a type skips cancellation.
  ///   - body: Called with the error, in a task with the isolation of the surrounding code. The task is canceled when
  ///     the returned promise is.
  /// - Returns: A promise of the value that `body` returns. It is rejected with the error that `body` throws.
  @_disfavoredOverload
  public func recover<E: Error>(
    only: E.Type, policy: CatchPolicy = .allErrors,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    let handler = AsyncHandler(body)
    return typed.deriveFromError(
      on: handler.executor, matching: errors(of: only, policy), CreationSite(file, line)
    ) { error, child, trampoline in
      handler.start(for: child.any, with: error, in: trampoline) { child.settle($0) }
    }
  }
}
