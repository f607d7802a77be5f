extension Thenable where Failure == any Error {
  /// Handles the error, if there is one, in an `async` function; the promise that comes back waits for it.
  ///
  /// What is written on the form without `async` holds here, too. `body` is not cancelled with the chain.
  ///
  /// - Parameters:
  ///   - policy: Which errors to handle; by default cancellation is skipped.
  ///   - body: Called with the error, in a task with the isolation of where it was written.
  @_disfavoredOverload @discardableResult
  public func `catch`(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) async -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    _promise.deriveWitness(
      on: .inline, CreationSite(file, line), seesCancellation: policy == .allErrors, handlesError: true,
      wants: { outcome in
        if case .failure(let error) = outcome { policy.accepts(error) } else { false }
      },
      cleanup: { outcome in
        guard case .failure(let error) = outcome else { return nil }
        return Guarantee(byTaskOn: body.isolation) { _ in await body(error) }
      })
  }
}
