public import Dispatch

// `guarantee.done { … }.catch { … }` would compile without these overloads: there is another `done`, for a handler that
// may throw, which returns a promise. The compiler prefers these overloads if no handler throws, so that a `catch` or
// `recover` without a purpose gets a warning. If they were unavailable, the compiler would choose that other `done`.
//
// They have the effect that the chain would have otherwise: the handler runs if the guarantee is abandoned.

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
  @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    let site = CreationSite(file, line)
    return Promise(adopting: self, site).typed.catchError(Handler(body), policy, site)
  }

  /// Handles an error, which a guarantee does not have. This overload exists to warn about that mistake.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - policy: The errors to handle.
  ///   - body: The handler of the error.
  /// - Returns: A promise that adopts the outcome of this guarantee.
  @available(
    *, deprecated, message: "A guarantee cannot be rejected, so there is no error to handle. Remove `catch`."
  )
  @_documentation(visibility: internal)
  @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    let site = CreationSite(file, line)
    return Promise(adopting: self, site).typed.catchError(Handler(on: queue, flags: flags, body), policy, site)
  }

  /// Handles an error, which a guarantee does not have. This overload exists to warn about that mistake.
  ///
  /// - Parameters:
  ///   - only: The error type to handle.
  ///   - policy: The errors to handle.
  ///   - body: The handler of the error.
  /// - Returns: A promise that adopts the outcome of this guarantee.
  @available(
    *, deprecated, message: "A guarantee cannot be rejected, so there is no error to handle. Remove `catch`."
  )
  @_documentation(visibility: internal)
  @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`<E: Error>(
    only: E.Type, policy: CatchPolicy = .allErrors,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> {
    let site = CreationSite(file, line)
    return Promise(adopting: self, site).typed.catchOnly(Handler(body), site, errors(of: only, policy))
  }

  /// Handles an error, which a guarantee does not have. This overload exists to warn about that mistake.
  ///
  /// - Parameters:
  ///   - only: The error type to handle.
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - policy: The errors to handle.
  ///   - body: The handler of the error.
  /// - Returns: A promise that adopts the outcome of this guarantee.
  @available(
    *, deprecated, message: "A guarantee cannot be rejected, so there is no error to handle. Remove `catch`."
  )
  @_documentation(visibility: internal)
  @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`<E: Error>(
    only: E.Type, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    let site = CreationSite(file, line)
    return Promise(adopting: self, site).typed.catchOnly(
      Handler(on: queue, flags: flags, body), site, errors(of: only, policy))
  }

  /// Recovers from an error, which a guarantee does not have. This overload exists to warn about that mistake.
  ///
  /// - Parameter body: The handler of the error.
  /// - Returns: A guarantee of the value of this guarantee or, if it is abandoned, of the one that `body` returns.
  @available(
    *, deprecated, message: "A guarantee cannot be rejected, so there is no error to recover from. Remove `recover`."
  )
  @_documentation(visibility: internal)
  @discardableResult
  @_alwaysEmitIntoClient
  public func recover(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) -> Guarantee<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> {
    let site = CreationSite(file, line)
    return Promise(adopting: self, site).typed.recoverWithGuarantee(Handler(body), site)
  }

  /// Recovers from an error, which a guarantee does not have. This overload exists to warn about that mistake.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler of the error.
  /// - Returns: A guarantee of the value of this guarantee or, if it is abandoned, of the one that `body` returns.
  @available(
    *, deprecated, message: "A guarantee cannot be rejected, so there is no error to recover from. Remove `recover`."
  )
  @_documentation(visibility: internal)
  @discardableResult
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (any Error) -> Guarantee<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> {
    let site = CreationSite(file, line)
    return Promise(adopting: self, site).typed.recoverWithGuarantee(Handler(on: queue, flags: flags, body), site)
  }

  /// Recovers from an error, which a guarantee does not have. This overload exists to warn about that mistake.
  ///
  /// - Parameters:
  ///   - policy: The errors to handle.
  ///   - body: The handler of the error.
  /// - Returns: A promise that adopts the outcome of this guarantee or, if it is abandoned, of the promise that `body`
  ///   returns.
  @available(
    *, deprecated, message: "A guarantee cannot be rejected, so there is no error to recover from. Remove `recover`."
  )
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public func recover<U: Thenable<Value>>(
    // equivalent ignore: The promise that the handler observes is canceled only together with the result.
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    let site = CreationSite(file, line)
    return Promise(adopting: self, site).typed.recoverWithPromise(Handler(body), policy, site)
  }

  /// Recovers from an error, which a guarantee does not have. This overload exists to warn about that mistake.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - policy: The errors to handle.
  ///   - body: The handler of the error.
  /// - Returns: A promise that adopts the outcome of this guarantee or, if it is abandoned, of the promise that `body`
  ///   returns.
  @available(
    *, deprecated, message: "A guarantee cannot be rejected, so there is no error to recover from. Remove `recover`."
  )
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public func recover<U: Thenable<Value>>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    // equivalent ignore: The promise that the handler observes is canceled only together with the result.
    policy: CatchPolicy = .default, _ body: @escaping @Sendable (any Error) throws -> U, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> {
    let site = CreationSite(file, line)
    return Promise(adopting: self, site).typed.recoverWithPromise(Handler(on: queue, flags: flags, body), policy, site)
  }
}
