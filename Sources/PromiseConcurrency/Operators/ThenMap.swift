extension Thenable where Value: Sequence, Value.Element: Sendable {
  /// Turns each element of the value into another one by an `async` function, all at the same time.
  ///
  /// ```swift
  /// fetchUserIDs().thenMap { try await user($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - transform: Called with each element, in a task of its own with the isolation of where it was written, which is
  ///     cancelled when the new promise is. What it throws for one rejects the combined promise; the others go on.
  /// - Returns: A promise of what was returned, in the order of the elements.
  @_disfavoredOverload
  public func thenMap<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) async throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> {
    let site = CreationSite(file, line)
    return _promise.deriveAdopting(
      Handler(executor: .inline) { values in
        try whenFulfilled(mapping: values) { element in
          Promise(byTaskOn: transform.isolation, site) { _ in try await transform(element) }
        }
      }, site)
  }
}
