extension Thenable {
  /// Turns the value into another one, if there is one, by an `async` function.
  ///
  /// - Parameters:
  ///   - transform: Called with the value, in a task with the isolation of where it was written, which is cancelled
  ///     when the new promise is. If it returns `nil`, the new promise is rejected with
  ///     `PromiseError.compactMap`; if it throws, with that error.
  @_disfavoredOverload
  public func compactMap<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) async throws -> U?,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> {
    _promise.mapInTask(transform, CreationSite(file, line)) { new, value in
      guard let new else { throw PromiseError.compactMap(value, U.self) }
      return new
    }
  }
}
