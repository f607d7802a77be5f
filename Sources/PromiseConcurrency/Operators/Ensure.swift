extension Promise {
  /// Runs an `async` function when this promise settles, regardless of its outcome.
  ///
  /// ```swift
  /// work().ensure { await connection.close() }.catch { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - body: Called once, when this promise is fulfilled, rejected or canceled, or when the returned promise is
  ///     canceled. It runs in a task with the isolation of the surrounding code. The task is meant for cleanup, so it
  ///     is not canceled when the returned promise is.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned. If it is canceled, it does
  ///   not wait for `body`.
  @_disfavoredOverload @discardableResult
  public func ensure(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    let site = CreationSite(file, line)
    let handler = AsyncHandler(body)
    return typed.deriveWitness(
      on: handler.executor, site, seesCancellation: true, handlesError: false, wants: { _ in true },
      cleanup: { _ in Guarantee(by: handler, with: (), site) })
  }
}
