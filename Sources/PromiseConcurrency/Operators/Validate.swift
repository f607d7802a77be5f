extension Thenable {
  /// Lets a value pass only if it is valid, which an `async` function finds out.
  ///
  /// - Parameters:
  ///   - predicate: Called with the value, in a task with the isolation of where it was written, which is cancelled
  ///     when the new promise is. If it returns `false`, the new promise is rejected with
  ///     `PromiseError.validationFailed`; if it throws, with that error, which may say what is wrong.
  @_disfavoredOverload
  public func validate(
    @_inheritActorContext(always) _ predicate: @escaping @isolated(any) @Sendable (Value) async throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    _promise.mapInTask(predicate, CreationSite(file, line)) { isValid, value in
      guard isValid else { throw PromiseError.validationFailed }
      return value
    }
  }
}
