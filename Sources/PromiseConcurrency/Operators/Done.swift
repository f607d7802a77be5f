extension Promise {
  /// Passes the value to an `async` function, and returns a promise without a value.
  ///
  /// If this promise is rejected, `body` is not called and the returned promise is rejected with the same error.
  ///
  /// - Parameters:
  ///   - body: Called with the value, in a task with the isolation of the surrounding code. The task is canceled when
  ///     the returned promise is.
  /// - Returns: A promise that is fulfilled when `body` returns, or rejected with the error that it throws.
  @_disfavoredOverload
  public func done(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> { typed.mapInTask(body, CreationSite(file, line)) { new, _ in new } }
}

extension Guarantee {
  /// Passes the value to an `async` function, and returns a promise without a value.
  ///
  /// - Parameters:
  ///   - body: Called with the value, in a task with the isolation of the surrounding code. The task is canceled when
  ///     the returned promise is.
  /// - Returns: A promise that is fulfilled when `body` returns, or rejected with the error that it throws.
  @_disfavoredOverload
  public func done(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> { typed.mapInTask(body, CreationSite(file, line)) { new, _ in new } }
}
