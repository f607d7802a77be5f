extension Thenable where Failure == any Error {
  /// Runs an `async` `body` whatever happened, and passes the outcome on when it has returned.
  ///
  /// ```swift
  /// work().ensure { await connection.close() }.catch { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - body: Called once, when this promise is fulfilled, rejected or cancelled, or when the promise that comes back
  ///     is cancelled, in a task with the isolation of where it was written. It tidies up, so its task is not cancelled
  ///     with the chain.
  @_disfavoredOverload @discardableResult
  public func ensure(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    _promise.deriveWitness(
      on: .inline, CreationSite(file, line), seesCancellation: true, handlesError: false, wants: { _ in true },
      cleanup: { _ in Guarantee(byTaskOn: body.isolation) { _ in await body() } })
  }
}
