extension Thenable where Failure == any Error {
  /// Continues after an error with the promise that an `async` `body` returns.
  ///
  /// - Parameters:
  ///   - policy: Which errors to handle; by default cancellation is skipped and goes on.
  ///   - body: Called with the error, in a task with the isolation of where it was written, which is cancelled when the
  ///     new promise is. If it throws, the new promise is rejected with that error, which may be the one it was given.
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  @preconcurrency @_disfavoredOverload
  public func recover<U: Thenable<Value>>(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) async throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    _promise.deriveFromError(on: .inline, matching: policy.match, CreationSite(file, line)) {
      error, child, trampoline in
      child.adopt(byTaskOn: body.isolation, in: trampoline) { _ in try await body(error) }
    }
  }

  /// Continues after an error with the value that an `async` `body` returns.
  ///
  /// As the form that returns a promise. On a `Promise<Void>`, a `body` that returns nothing recovers.
  @preconcurrency @_disfavoredOverload
  public func recover(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    _promise.deriveFromError(on: .inline, matching: policy.match, CreationSite(file, line)) {
      error, child, trampoline in
      child.settle(byTaskOn: body.isolation, in: trampoline) { _ in try await body(error) }
    }
  }

  /// Continues after any error, cancellation included, with the guarantee that an `async` `body` returns.
  ///
  /// - Parameters:
  ///   - body: Called with the error, in a task with the isolation of where it was written, which is cancelled when the
  ///     new guarantee is, and goes on to fulfil it.
  ///   - file: Where the guarantee is made, for reports.
  ///   - line: Likewise.
  @preconcurrency @_disfavoredOverload @discardableResult
  public func recover(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) async -> Guarantee<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> {
    _promise.deriveRecovering(on: .inline, CreationSite(file, line)) { error, child, trampoline in
      child.adopt(byTaskOn: body.isolation, in: trampoline) { _ in await body(error) }
    }
  }
}

extension Thenable where Failure == any Error, Value == Void {
  /// Deals with any error, cancellation included, in an `async` function.
  ///
  /// As the form that returns a guarantee.
  @preconcurrency @_disfavoredOverload @discardableResult
  public func recover(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) async -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Void> {
    _promise.deriveRecovering(on: .inline, CreationSite(file, line)) { error, child, trampoline in
      child.work(on: body.isolation, in: trampoline) { _ in child.settle(.success(await body(error))) }
    }
  }
}
