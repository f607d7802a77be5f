extension Promise {
  /// Rejects the value unless an `async` predicate accepts it.
  ///
  /// If this promise is rejected, `predicate` is not called and the returned promise is rejected with the same error.
  ///
  /// - Parameters:
  ///   - predicate: Returns whether the value is valid. It is called in a task with the isolation of the surrounding
  ///     code. The task is canceled when the returned promise is. Throw an error to state why the value is invalid.
  /// - Returns: A promise of the same value. It is rejected with `PromiseError.validationFailed` if `predicate` returns
  ///   `false`, or with the error that `predicate` throws.
  @_disfavoredOverload
  public func validate(
    @_inheritActorContext(always) _ predicate: @escaping @isolated(any) @Sendable (Value) async throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.mapInTask(predicate, CreationSite(file, line)) { isValid, value in
      guard isValid else { throw PromiseError.validationFailed }
      return value
    }
  }
}

extension Guarantee {
  /// Rejects the value unless an `async` predicate accepts it.
  ///
  /// - Parameters:
  ///   - predicate: Returns whether the value is valid. It is called in a task with the isolation of the surrounding
  ///     code. The task is canceled when the returned promise is. Throw an error to state why the value is invalid.
  /// - Returns: A promise of the same value. It is rejected with `PromiseError.validationFailed` if `predicate` returns
  ///   `false`, or with the error that `predicate` throws.
  @_disfavoredOverload
  public func validate(
    @_inheritActorContext(always) _ predicate: @escaping @isolated(any) @Sendable (Value) async throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.mapInTask(predicate, CreationSite(file, line)) { isValid, value in
      guard isValid else { throw PromiseError.validationFailed }
      return value
    }
  }
}
