public import Dispatch

extension Promise {
  /// Attaches a handler for the value, at the end of a chain.
  ///
  /// If this promise is rejected, `body` does not run and the error is passed on.
  ///
  /// - Parameter body: The handler of the value. If it throws, the new promise is rejected with that error. It runs on
  ///   the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise without a value that is fulfilled after `body` has run. Canceling it also cancels this
  ///   promise, if this promise has no other consumer.
  @_alwaysEmitIntoClient
  public func done(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> { typed.deriveMapped(Handler(body), CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and receives the value.
  ///
  /// See ``done(_:file:line:)``.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler of the value. If it throws, the new promise is rejected with that error.
  /// - Returns: A promise without a value that is fulfilled after `body` has run.
  @_alwaysEmitIntoClient
  public func done(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> { typed.deriveMapped(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension Guarantee {
  /// Attaches a handler for the value, at the end of a chain.
  ///
  /// - Parameter body: The handler of the value. If it throws, the new promise is rejected with that error. It runs on
  ///   the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise without a value that is fulfilled after `body` has run. Canceling it also cancels this
  ///   promise, if this guarantee has no other consumer.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func done(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> { typed.deriveMapped(Handler(body), CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and receives the value.
  ///
  /// See ``done(_:file:line:)``.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler of the value. If it throws, the new promise is rejected with that error.
  /// - Returns: A promise without a value that is fulfilled after `body` has run.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func done(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> { typed.deriveMapped(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension Guarantee {
  /// Attaches a handler for the value, at the end of a chain.
  ///
  /// - Parameter body: The handler of the value. It does not run if the returned guarantee was canceled. It runs on the
  ///   actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A guarantee without a value that is fulfilled after `body` has run. You may discard it. Canceling it
  ///   also requests cancellation of this guarantee, if this guarantee has no other consumer.
  @discardableResult
  @_alwaysEmitIntoClient
  public func done(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Void> { typed.doneValue(Handler(body), CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and receives the value.
  ///
  /// See `done(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler of the value. It does not run if the returned guarantee was canceled.
  /// - Returns: A guarantee without a value that is fulfilled after `body` has run.
  @discardableResult
  @_alwaysEmitIntoClient
  public func done(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Void> { typed.doneValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension TypedPromise where Failure == Never {
  /// Attaches `handler` for the value, unless the returned guarantee is canceled.
  @inlinable
  package func doneValue(_ handler: Handler<Value, Void, Never>, _ site: CreationSite) -> Guarantee<Void> {
    .derived(
      from: any, site, takesValue: true,
      .ofValue(handler, Void.self) { value, handler, child, trampoline in
        // `Void` needs no handler to produce it, so the handler of a canceled `done` can be skipped.
        if !child.isCancelRequested { handler(value) }
        child.any.fulfill(with: (), in: trampoline)
      })
  }
}
