extension Thenable {
  /// Continues with the promise that an `async` `body` returns.
  ///
  /// `body` runs in a task, with the isolation of where it was written. Cancelling the new promise cancels the task
  /// while it runs, and afterwards the promise it returned, if nobody else wants it.
  ///
  /// - Parameters:
  ///   - body: Called with the value. If it throws, the new promise is rejected with that error.
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  @preconcurrency @_disfavoredOverload
  public func then<U: Thenable>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U.Value> {
    _promise.derive(on: .inline, CreationSite(file, line)) { value, child, trampoline in
      child.adopt(byTaskOn: body.isolation, in: trampoline) { _ in try await body(value) }
    }
  }

  /// Continues with the value that an `async` `body` returns; the same as `map`.
  @preconcurrency @_disfavoredOverload
  public func then<U: Sendable>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { _promise.mapInTask(body, CreationSite(file, line)) { new, _ in new } }

  /// Calls an `async` `body` with the value, and passes the value on when it has returned.
  ///
  /// `body` runs in a task, with the isolation of where it was written, which is cancelled when the new promise is.
  @preconcurrency @_disfavoredOverload @discardableResult
  public func then(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { _promise.mapInTask(body, CreationSite(file, line)) { _, value in value } }

  /// Turns the value into another one by an `async` function.
  ///
  /// - Parameters:
  ///   - transform: Called with the value, in a task with the isolation of where it was written, which is cancelled
  ///     when the new promise is. If it throws, the new promise is rejected with that error.
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  @preconcurrency @_disfavoredOverload
  public func map<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) async throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { _promise.mapInTask(transform, CreationSite(file, line)) { new, _ in new } }

  /// Uses the value in an `async` function: the end of a chain that has nothing to pass on.
  ///
  /// As the `async` form of `map`.
  @preconcurrency @_disfavoredOverload
  public func done(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> { _promise.mapInTask(body, CreationSite(file, line)) { new, _ in new } }
}
