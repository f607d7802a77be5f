extension Promise {
  /// Passes the value to an `async` function, and returns a promise of the same value.
  ///
  /// This operator returns a promise immediately. To wait for the value, call `get()` without a closure.
  ///
  /// If this promise is rejected, `body` is not called and the returned promise is rejected with the same error.
  ///
  /// - Parameters:
  ///   - body: Called with the value, in a task with the isolation of the surrounding code. The task is canceled when
  ///     the returned promise is.
  /// - Returns: A promise that is fulfilled with the value of this promise when `body` returns, or rejected with the
  ///   error that `body` throws.
  @_disfavoredOverload
  public func get(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.mapInTask(body, CreationSite(file, line)) { _, value in value } }
}

extension Guarantee {
  /// Passes the value to an `async` function, and returns a promise of the same value.
  ///
  /// This operator returns a promise immediately. To wait for the value, call `get()` without a closure.
  ///
  /// - Parameters:
  ///   - body: Called with the value, in a task with the isolation of the surrounding code. The task is canceled when
  ///     the returned promise is.
  /// - Returns: A promise that is fulfilled with the value of this guarantee when `body` returns, or rejected with the
  ///   error that `body` throws.
  @_disfavoredOverload
  public func get(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.mapInTask(body, CreationSite(file, line)) { _, value in value } }
}
