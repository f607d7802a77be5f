extension Thenable {
  /// Looks at the value in an `async` function, and passes it on when that has returned.
  ///
  /// This is an operator, which returns a promise at once. To wait for the value, call `get()` without a closure.
  ///
  /// - Parameters:
  ///   - body: Called with the value, in a task with the isolation of where it was written, which is cancelled when the
  ///     new promise is. If it throws, the new promise is rejected with that error.
  @_disfavoredOverload
  public func get(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { _promise.mapInTask(body, CreationSite(file, line)) { _, value in value } }
}
