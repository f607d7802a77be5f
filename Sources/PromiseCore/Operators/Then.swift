public import Dispatch

extension Promise {
  /// Attaches a handler that continues the chain with the promise that it returns.
  ///
  /// ```swift
  /// login().then { user in fetchAvatar(of: user) }
  /// ```
  ///
  /// If this promise is rejected, `body` does not run and the error is passed on.
  ///
  /// Only the direct cycle, in which `body` returns the new promise itself, is detected. A longer cycle, in which
  /// `body` returns a promise that depends on the new promise, is not detected, because that would require a search
  /// from every returned promise. The promises of such a cycle stay pending and keep each other alive until one of them
  /// is canceled, which cancels all of them.
  ///
  /// - Parameter body: The handler of the value. If it throws, the new promise is rejected with that error; if it
  ///   returns the new promise itself, with ``PromiseError/returnedSelf``. It runs on the actor it is isolated to, or
  ///   on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise that adopts the outcome of the promise that `body` returns. Canceling it also cancels this
  ///   promise or the promise that `body` returned, whichever is pending, if that promise has no other consumer.
  @_alwaysEmitIntoClient
  public func then<U: Thenable>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U.Value> { typed.deriveAdopting(Handler(body), CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and continues the chain with the promise that it returns.
  ///
  /// See `then(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler of the value. If it throws, the new promise is rejected with that error.
  /// - Returns: A promise that adopts the outcome of the promise that `body` returns.
  @_alwaysEmitIntoClient
  public func then<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U.Value> { typed.deriveAdopting(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension Guarantee {
  /// Attaches a handler that continues the chain with the promise that it returns.
  ///
  /// Only the direct cycle, in which `body` returns the new promise itself, is detected. A longer cycle, in which
  /// `body` returns a promise that depends on the new promise, is not detected, because that would require a search
  /// from every returned promise. The promises of such a cycle stay pending and keep each other alive until one of them
  /// is canceled, which cancels all of them.
  ///
  /// - Parameter body: The handler of the value. If it throws, the new promise is rejected with that error; if it
  ///   returns the new promise itself, with ``PromiseError/returnedSelf``. It runs on the actor it is isolated to, or
  ///   on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise that adopts the outcome of the promise that `body` returns. Canceling it also cancels this
  ///   promise or the promise that `body` returned, whichever is pending, if that promise has no other consumer.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<U: Thenable>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U.Value> { typed.deriveAdopting(Handler(body), CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and continues the chain with the promise that it returns.
  ///
  /// See `then(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler of the value. If it throws, the new promise is rejected with that error.
  /// - Returns: A promise that adopts the outcome of the promise that `body` returns.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U.Value> { typed.deriveAdopting(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}
