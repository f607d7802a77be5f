extension Thenable {
  /// Uses the value in an `async` function: the end of a chain that has nothing to pass on.
  ///
  /// As the `async` form of `map`.
  @_disfavoredOverload
  public func done(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> { _promise.mapInTask(body, CreationSite(file, line)) { new, _ in new } }
}
