extension Promise {
  /// Handles the error of this promise in an `async` function.
  ///
  /// The returned promise settles when `body` has returned. See the form of `catch` without `async` for its outcome and
  /// for when an error counts as handled.
  ///
  /// - Parameters:
  ///   - policy: The errors to handle. The default skips errors that mean cancellation.
  ///   - body: Called with the error, in a task with the isolation of the surrounding code. The task is not canceled
  ///     when the returned promise is.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_disfavoredOverload @discardableResult
  public func `catch`(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) async -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    let site = CreationSite(file, line)
    let handler = AsyncHandler(body)
    return typed.deriveWitness(
      on: handler.executor, site, seesCancellation: policy == .allErrors, handlesError: true,
      wants: { outcome in
        if case .failure(let error) = outcome { policy.accepts(error) } else { false }
      },
      cleanup: { outcome in
        guard case .failure(let error) = outcome else { return nil }
        return Guarantee(by: handler, with: error, site)
      })
  }
}

extension Guarantee {
  /// Handles an error, which a guarantee does not have. This overload exists to warn about that mistake.
  ///
  /// - Parameters:
  ///   - policy: The errors to handle.
  ///   - body: The handler of the error.
  /// - Returns: A promise that adopts the outcome of this guarantee.
  @available(
    *, deprecated, message: "A guarantee cannot be rejected, so there is no error to handle. Remove `catch`."
  )
  @_documentation(visibility: internal)
  @_disfavoredOverload @discardableResult
  public func `catch`(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) async -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    Promise(adopting: self, CreationSite(file, line)).catch(policy: policy, body, file: file, line: line)
  }
}
