extension Promise {
  /// Returns a promise of the value that an `async` function returns for the value of this promise.
  ///
  /// If this promise is rejected, `transform` is not called and the returned promise is rejected with the same error.
  ///
  /// - Parameters:
  ///   - transform: Called with the value, in a task with the isolation of the surrounding code. The task is canceled
  ///     when the returned promise is.
  /// - Returns: A promise of the transformed value. It is rejected with the error that `transform` throws.
  @_disfavoredOverload
  public func map<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) async throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.mapInTask(transform, CreationSite(file, line)) { new, _ in new } }
}

extension Guarantee {
  /// Returns a promise of the value that an `async` function returns for the value of this guarantee.
  ///
  /// - Parameters:
  ///   - transform: Called with the value, in a task with the isolation of the surrounding code. The task is canceled
  ///     when the returned promise is.
  /// - Returns: A promise of the transformed value. It is rejected with the error that `transform` throws.
  @_disfavoredOverload
  public func map<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) async throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.mapInTask(transform, CreationSite(file, line)) { new, _ in new } }
}
