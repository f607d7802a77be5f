extension PromiseEngine {
  /// A promise derived by an `async` handler of the value, which is called in a task with its isolation: what most
  /// operators with an `async` closure come down to.
  ///
  /// - Parameters:
  ///   - body: The handler. Its task is cancelled when the derived promise is.
  ///   - origin: Where the derived promise is made.
  ///   - result: Makes the new value of what `body` returned, and of the old value.
  final func mapInTask<Output: Sendable, NewValue>(
    _ body: @escaping @isolated(any) @Sendable (Value) async throws -> Output, _ origin: Origin,
    _ result: @escaping @Sendable (Output, Value) throws -> NewValue
  ) -> Promise<NewValue> {
    onValue(at: .inline, (body, result), origin) { source, context, child, run in
      child.settle(byTaskOn: context.0.isolation, in: &run) { _ in
        let value = try source.knownOutcome.get()
        return try context.1(try await context.0(value), value)
      }
    }
  }
}

extension Guarantee {
  /// The same for a handler that cannot throw: a guarantee.
  func mapInTask<Output: Sendable, NewValue>(
    _ body: @escaping @isolated(any) @Sendable (Value) async -> Output, _ origin: Origin,
    _ result: @escaping @Sendable (Output, Value) -> NewValue
  ) -> Guarantee<NewValue> {
    onValue(at: .inline, (body, result), origin) { source, context, child, run in
      child.work(on: context.0.isolation, in: &run) { _ in
        let value = source.knownOutcome.get()
        child.settle(.success(context.1(await context.0(value), value)))
      }
    }
  }
}
