extension Thenable where Failure == any Error {
  /// Continues after an error with the value that an `async` `body` returns.
  ///
  /// On a `Promise<Void>`, a `body` that returns nothing recovers. To recover from every error and get a guarantee, return
  /// a `Guarantee { … }` from the form without `async`.
  ///
  /// - Parameters:
  ///   - policy: Which errors to handle. By default, cancellation is passed on.
  ///   - body: Called with the error, in a task with the isolation of where it was written, which is canceled when the
  ///     new promise is. If it throws, the new promise is rejected with that error, which may be the one it was given.
  @_disfavoredOverload
  public func recover(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    _promise.deriveFromError(on: .inline, matching: policy.match, CreationSite(file, line)) {
      error, child, trampoline in
      child.settle(byTaskOn: body.isolation, in: trampoline) { _ in try await body(error) }
    }
  }
}
