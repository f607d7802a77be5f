extension Guarantee {
  /// Returns a guarantee of the value that an `async` function, which cannot throw, returns for the value of this
  /// guarantee.
  ///
  /// Canceling the returned guarantee cancels the task of `transform`, which still has to return a value.
  ///
  /// - Parameters:
  ///   - transform: Called with the value, in a task with the isolation of the surrounding code.
  /// - Returns: A guarantee that is fulfilled with the transformed value when the task ends.
  @_disfavoredOverload
  public func map<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) async -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { typed.mapInTask(transform, CreationSite(file, line)) { new, _ in new } }

  /// Passes the value to an `async` function that cannot throw, and returns a guarantee without a value.
  ///
  /// If the returned guarantee is canceled before this guarantee is fulfilled, `body` is not called. If it is canceled
  /// later, the task of `body` is canceled.
  ///
  /// - Parameters:
  ///   - body: Called with the value, in a task with the isolation of the surrounding code.
  /// - Returns: A guarantee that is fulfilled when `body` returns.
  @_disfavoredOverload @discardableResult
  public func done(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Void> {
    let handler = AsyncHandler(body)
    return typed.derive(on: handler.executor, CreationSite(file, line)) { value, child, trampoline in
      // As in the form without `async`, the handler of a canceled guarantee does not run.
      guard !child.isCancelRequested else {
        child.settle(.success(()), in: trampoline)
        return
      }
      handler.start(for: child.any, with: value, in: trampoline) { child.settle($0) }
    }
  }

  /// Passes the value to an `async` function that cannot throw, and returns a guarantee of the same value.
  ///
  /// Canceling the returned guarantee cancels the task of `body`.
  ///
  /// - Parameters:
  ///   - body: Called with the value, in a task with the isolation of the surrounding code.
  /// - Returns: A guarantee that is fulfilled with the value of this guarantee when `body` returns.
  @_disfavoredOverload @discardableResult
  public func get(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { typed.mapInTask(body, CreationSite(file, line)) { _, value in value } }

  /// Runs an `async` function when this guarantee is fulfilled.
  ///
  /// Canceling the returned guarantee cancels the task of `body`.
  ///
  /// - Parameters:
  ///   - body: Called once, in a task with the isolation of the surrounding code.
  /// - Returns: A guarantee that is fulfilled with the value of this guarantee when `body` returns.
  @_disfavoredOverload @discardableResult
  public func ensure(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> {
    let handler = AsyncHandler(body)
    return typed.derive(on: handler.executor, CreationSite(file, line)) { value, child, trampoline in
      handler.start(for: child.any, with: (), in: trampoline) { _ in child.settle(.success(value)) }
    }
  }
}
