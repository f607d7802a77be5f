extension TypedPromise {
  /// Returns a promise that is derived by an `async` handler of the value. Most operators with an `async` closure use
  /// it.
  ///
  /// The task is started while the outcome of this promise is delivered, so the handlers of one actor begin in the order
  /// in which they were attached.
  ///
  /// - Parameters:
  ///   - body: The handler. Its task is canceled when the derived promise is.
  ///   - site: The creation site of the derived promise.
  ///   - result: Returns the new value, given what `body` returned and the value of this promise.
  func mapInTask<Output: Sendable, NewValue>(
    _ body: @escaping @isolated(any) @Sendable (Value) async throws -> Output, _ site: CreationSite,
    _ result: @escaping @Sendable (Output, Value) throws -> NewValue
  ) -> Promise<NewValue> {
    let handler = AsyncHandler(body)
    return derive(on: handler.executor, site) { value, child, trampoline in
      handler.start(for: child.any, with: value, in: trampoline) { outcome in
        child.settle(Result { try result(outcome.get(), value) })
      }
    }
  }
}

extension TypedPromise where Failure == Never {
  /// Returns a guarantee that is derived by an `async` handler that cannot throw.
  func mapInTask<Output: Sendable, NewValue>(
    _ body: @escaping @isolated(any) @Sendable (Value) async -> Output, _ site: CreationSite,
    _ result: @escaping @Sendable (Output, Value) -> NewValue
  ) -> Guarantee<NewValue> {
    let handler = AsyncHandler(body)
    return derive(on: handler.executor, site) { value, child, trampoline in
      handler.start(for: child.any, with: value, in: trampoline) { child.settle(.success(result($0.get(), value))) }
    }
  }
}
