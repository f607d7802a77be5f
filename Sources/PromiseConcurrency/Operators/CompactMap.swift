extension Promise {
  /// Returns a promise of the value that an `async` function returns, and rejects it if the function returns `nil`.
  ///
  /// If this promise is rejected, `transform` is not called and the returned promise is rejected with the same error.
  ///
  /// - Parameters:
  ///   - transform: Called with the value, in a task with the isolation of the surrounding code. The task is canceled
  ///     when the returned promise is.
  /// - Returns: A promise of the transformed value. It is rejected with `PromiseError.compactMap` if `transform`
  ///   returns `nil`, or with the error that `transform` throws.
  @_disfavoredOverload
  public func compactMap<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) async throws -> U?,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> {
    typed.mapInTask(transform, CreationSite(file, line)) { new, value in
      guard let new else { throw PromiseError.compactMap(value, U.self) }
      return new
    }
  }
}

extension Guarantee {
  /// Returns a promise of the value that an `async` function returns, and rejects it if the function returns `nil`.
  ///
  /// - Parameters:
  ///   - transform: Called with the value, in a task with the isolation of the surrounding code. The task is canceled
  ///     when the returned promise is.
  /// - Returns: A promise of the transformed value. It is rejected with `PromiseError.compactMap` if `transform`
  ///   returns `nil`, or with the error that `transform` throws.
  @_disfavoredOverload
  public func compactMap<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) async throws -> U?,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> {
    typed.mapInTask(transform, CreationSite(file, line)) { new, value in
      guard let new else { throw PromiseError.compactMap(value, U.self) }
      return new
    }
  }
}
