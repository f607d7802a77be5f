extension _TypedPromise {
  /// A promise derived by an `async` handler of the value, which is called in a task with its isolation: what most
  /// operators with an `async` closure come down to.
  ///
  /// - Parameters:
  ///   - body: The handler. Its task is cancelled when the derived promise is.
  ///   - site: Where the derived promise is made.
  ///   - result: Makes the new value of what `body` returned, and of the old value.
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
  /// The same for a handler that cannot throw: a guarantee.
  func mapInTask<Output: Sendable, NewValue>(
    _ body: @escaping @isolated(any) @Sendable (Value) async -> Output, _ site: CreationSite,
    _ result: @escaping @Sendable (Output, Value) -> NewValue
  ) -> Guarantee<NewValue> {
    derive(on: .inline, site) { value, child, trampoline in
      child.work(on: body.isolation, in: trampoline) { _ in child.settle(.success(result(await body(value), value))) }
    }
  }
}
