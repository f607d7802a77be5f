extension Thenable where Failure == any Error {
  /// Continues after an error of one type with the value that an `async` `body` returns.
  ///
  /// - Parameters:
  ///   - only: Which type.
  ///   - policy: Whether cancellation errors of this type match as well. The default is `.allErrors`, since the type says
  ///     which errors are meant; `recover` without a type skips cancellation.
  ///   - body: Called with the error, in a task with the isolation of where it was written, which is cancelled when the
  ///     new promise is. If it throws, the new promise is rejected with that error.
  @_disfavoredOverload
  public func recover<E: Error>(
    only: E.Type, policy: CatchPolicy = .allErrors,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    _promise.deriveFromError(on: .inline, matching: errors(of: only, policy), CreationSite(file, line)) {
      error, child, trampoline in
      child.settle(byTaskOn: body.isolation, in: trampoline) { _ in try await body(error) }
    }
  }
}
