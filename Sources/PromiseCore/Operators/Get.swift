public import Dispatch

extension Promise {
  /// Attaches a handler for the value, and passes the value on.
  ///
  /// ```swift
  /// fetchUser().get { print($0) }.then { fetchAvatar(of: $0) }
  /// ```
  ///
  /// If this promise is rejected, `body` does not run and the error is passed on.
  ///
  /// - Parameter body: The handler of the value. If it throws, the new promise is rejected with that error. It runs on
  ///   the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise of the same value that is fulfilled after `body` has run. Canceling it also cancels this
  ///   promise, if this promise has no other consumer.
  @_alwaysEmitIntoClient
  public func get(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.derivePassingValue(Handler(body), CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and receives the value, which is then passed on.
  ///
  /// See `get(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler of the value. If it throws, the new promise is rejected with that error.
  /// - Returns: A promise of the same value that is fulfilled after `body` has run.
  @_alwaysEmitIntoClient
  public func get(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.derivePassingValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Returns a promise that is fulfilled without a value when this promise is fulfilled.
  ///
  /// - Returns: A promise without a value. Canceling it also cancels this promise, if this promise has no other
  ///   consumer. If this promise is rejected, the error is passed on.
  @_alwaysEmitIntoClient
  public func asVoid(file: StaticString = #fileID, line: UInt = #line) -> Promise<Void> {
    typed.deriveMapped(Handler(on: nil) { _ in }, CreationSite(file, line))
  }
}

extension Guarantee {
  /// Attaches a handler for the value, and passes the value on.
  ///
  /// - Parameter body: The handler of the value. If it throws, the new promise is rejected with that error. It runs on
  ///   the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise of the same value that is fulfilled after `body` has run. Canceling it also cancels this
  ///   promise, if this guarantee has no other consumer.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func get(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.derivePassingValue(Handler(body), CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and receives the value, which is then passed on.
  ///
  /// See `get(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler of the value. If it throws, the new promise is rejected with that error.
  /// - Returns: A promise of the same value that is fulfilled after `body` has run.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func get(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.derivePassingValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension Guarantee {
  /// Attaches a handler for the value, and passes the value on.
  ///
  /// - Parameter body: The handler of the value. It runs even if the returned guarantee was canceled, unless no code
  ///   refers to that guarantee any more. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it
  ///   is nonisolated.
  /// - Returns: A guarantee of the same value that is fulfilled after `body` has run. You may discard it. Canceling it
  ///   also requests cancellation of this guarantee, if this guarantee has no other consumer.
  @discardableResult
  @_alwaysEmitIntoClient
  public func get(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { typed.derivePassingValue(Handler(body), CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and receives the value, which is then passed on.
  ///
  /// See `get(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler of the value.
  /// - Returns: A guarantee of the same value that is fulfilled after `body` has run.
  @discardableResult
  @_alwaysEmitIntoClient
  public func get(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { typed.derivePassingValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Returns a guarantee that is fulfilled without a value when this guarantee is fulfilled.
  ///
  /// - Returns: A guarantee without a value. Canceling it also requests cancellation of this guarantee, if this
  ///   guarantee has no other consumer.
  @_alwaysEmitIntoClient
  public func asVoid(file: StaticString = #fileID, line: UInt = #line) -> Guarantee<Void> {
    typed.deriveMapped(Handler(on: nil) { _ in }, CreationSite(file, line))
  }
}
