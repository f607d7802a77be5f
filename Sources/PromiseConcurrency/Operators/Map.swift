extension Thenable {
  /// Turns the value into another one by an `async` function.
  ///
  /// - Parameters:
  ///   - transform: Called with the value, in a task with the isolation of where it was written, which is cancelled
  ///     when the new promise is. If it throws, the new promise is rejected with that error.
  @_disfavoredOverload
  public func map<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) async throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { _promise.mapInTask(transform, CreationSite(file, line)) { new, _ in new } }
}
