extension Guarantee {
  /// Turns the value into another one by an `async` function that cannot throw.
  ///
  /// - Parameters:
  ///   - transform: Called with the value, in a task with the isolation of where it was written, which is cancelled
  ///     when the new guarantee is, and goes on to fulfil it.
  @_disfavoredOverload
  public func map<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) async -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { mapInTask(transform, CreationSite(file, line)) { new, _ in new } }

  /// Uses the value in an `async` function that cannot throw.
  ///
  /// As the `async` form of `map`.
  @_disfavoredOverload @discardableResult
  public func done(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Void> {
    derive(on: .inline, CreationSite(file, line)) { value, child, trampoline in
      // As in the form without `async`: a handler that was cancelled does not run.
      guard !child.isCancelRequested else {
        child.settle(.success(()), in: trampoline)
        return
      }
      child.work(on: body.isolation, in: trampoline) { _ in
        child.settle(.success(await body(value)))
      }
    }
  }

  /// Looks at the value in an `async` function that cannot throw, and passes it on.
  ///
  /// As the `async` form of `map`.
  @_disfavoredOverload @discardableResult
  public func get(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { mapInTask(body, CreationSite(file, line)) { _, value in value } }

  /// Runs an `async` `body` when the guarantee is fulfilled, and passes the value on when it has returned.
  ///
  /// As the `async` form of `map`.
  @_disfavoredOverload @discardableResult
  public func ensure(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> {
    derive(on: .inline, CreationSite(file, line)) { value, child, trampoline in
      child.work(on: body.isolation, in: trampoline) { _ in
        await body()
        child.settle(.success(value))
      }
    }
  }
}
