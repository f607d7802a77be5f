extension Promise where Value: Sequence, Value.Element: Sendable {
  /// Transforms all elements of the value concurrently, using an `async` function.
  ///
  /// ```swift
  /// fetchUserIDs().thenMap { try await user($0) }
  /// ```
  ///
  /// Each element has its own task. The number of tasks is not limited; to limit it, use `concurrentMap`.
  ///
  /// - Parameters:
  ///   - transform: Called with each element, in a task with the isolation of the surrounding code. All tasks are
  ///     canceled when the returned promise is. If `transform` throws for one element, the tasks of the other elements
  ///     continue.
  /// - Returns: A promise of the transformed elements, in the order of the elements. It is rejected with the first
  ///   error that `transform` throws.
  /// - Complexity: O(*n*) in the number of elements, plus the cost of `transform`.
  @_disfavoredOverload
  public func thenMap<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) async throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> {
    let site = CreationSite(file, line)
    let handler = AsyncHandler(transform)
    return typed.deriveAdopting(
      Handler(executor: HandlerExecutor(onActor: transform.isolation)) { values in
        try whenFulfilled(mapping: values) { Promise<U>(by: handler, with: $0, isLast: false, site) }
      }, site)
  }
}

extension Guarantee where Value: Sequence, Value.Element: Sendable {
  /// Transforms all elements of the value concurrently, using an `async` function.
  ///
  /// Each element has its own task. The number of tasks is not limited; to limit it, use `concurrentMap`.
  ///
  /// - Parameters:
  ///   - transform: Called with each element, in a task with the isolation of the surrounding code. All tasks are
  ///     canceled when the returned promise is. If `transform` throws for one element, the tasks of the other elements
  ///     continue.
  /// - Returns: A promise of the transformed elements, in the order of the elements. It is rejected with the first
  ///   error that `transform` throws.
  /// - Complexity: O(*n*) in the number of elements, plus the cost of `transform`.
  @_disfavoredOverload
  public func thenMap<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) async throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> {
    let site = CreationSite(file, line)
    let handler = AsyncHandler(transform)
    return typed.deriveAdopting(
      Handler(executor: HandlerExecutor(onActor: transform.isolation)) { values in
        try whenFulfilled(mapping: values) { Promise<U>(by: handler, with: $0, isLast: false, site) }
      }, site)
  }
}
