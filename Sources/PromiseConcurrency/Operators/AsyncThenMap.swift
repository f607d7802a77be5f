extension Thenable where Value: Sequence, Value.Element: Sendable {
  /// Turns each element of the value into another one by an `async` function, all at the same time.
  ///
  /// ```swift
  /// fetchUserIDs().thenMap { try await user($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  ///   - transform: Called with each element, in a task of its own with the isolation of where it was written, which is
  ///     cancelled when the new promise is. What it throws for one rejects the whole; the others go on.
  /// - Returns: A promise of what was returned, in the order of the elements.
  @preconcurrency @_disfavoredOverload
  public func thenMap<U: Sendable>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) async throws -> U
  ) -> Promise<[U]> {
    let origin = Origin(file, line)
    return thenMapElements(origin) { element in
      Promise(byTaskOn: transform.isolation, origin) { _ in try await transform(element) }
    }
  }

  /// Turns each element of the value into a promise, by an `async` function, all at the same time.
  ///
  /// As the form that returns a value.
  @preconcurrency @_disfavoredOverload
  public func thenMap<U: Thenable>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) async throws -> U
  ) -> Promise<[U.Value]> {
    let origin = Origin(file, line)
    return thenMapElements(origin) { element in
      Promise(followingTaskOn: transform.isolation, origin) { _ in try await transform(element) }
    }
  }

  private func thenMapElements<U>(
    _ origin: Origin, _ make: @escaping @Sendable (Value.Element) -> Promise<U>
  ) -> Promise<[U]> {
    engine.thenPromise(
      Handler(executor: .inline) { values in try whenFulfilled(mapping: values) { make($0) } }, origin)
  }
}
