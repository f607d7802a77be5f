extension _TypedPromise {
  /// Returns a promise that is derived by an `async` handler of the value. Most operators with an `async` closure use
  /// it.
  ///
  /// The task starts on the thread that settles this promise, with the isolation of `body`.
  ///
  /// - Parameters:
  ///   - body: The handler. Its task is canceled when the derived promise is.
  ///   - site: The creation site of the derived promise.
  ///   - result: Returns the new value, given what `body` returned and the value of this promise.
  final func mapInTask<Output: Sendable, NewValue>(
    _ body: @escaping @isolated(any) @Sendable (Value) async throws -> Output, _ site: CreationSite,
    _ result: @escaping @Sendable (Output, Value) throws -> NewValue
  ) -> Promise<NewValue> {
    derive(on: .inline, site) { value, child, trampoline in
      child.settle(byTaskOn: body.isolation, in: trampoline) { _ in try result(try await body(value), value) }
    }
  }
}

extension Guarantee {
  /// Returns a guarantee that is derived by an `async` handler that cannot throw.
  func mapInTask<Output: Sendable, NewValue>(
    _ body: @escaping @isolated(any) @Sendable (Value) async -> Output, _ site: CreationSite,
    _ result: @escaping @Sendable (Output, Value) -> NewValue
  ) -> Guarantee<NewValue> {
    derive(on: .inline, site) { value, child, trampoline in
      child.work(on: body.isolation, in: trampoline) { _ in child.settle(.success(result(await body(value), value))) }
    }
  }
}
