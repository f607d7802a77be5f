public import Dispatch

extension Guarantee {
  /// Attaches a handler that runs when the guarantee is fulfilled.
  ///
  /// A guarantee has no other outcome. The operator exists for code that is written for promises and guarantees alike.
  ///
  /// - Parameter body: The handler. It runs even if the returned guarantee was canceled, unless no code refers to that
  ///   guarantee any more. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A guarantee of the same value that is fulfilled after `body` has run. You may discard it. Canceling it
  ///   also requests cancellation of this guarantee, if this guarantee has no other consumer.
  @discardableResult
  @_alwaysEmitIntoClient
  public func ensure(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<Value> { typed.runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue when the guarantee is fulfilled.
  ///
  /// See `ensure(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler.
  /// - Returns: A guarantee of the same value that is fulfilled after `body` has run.
  @discardableResult
  @_alwaysEmitIntoClient
  public func ensure(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { typed.runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension TypedPromise where Failure == Never {
  /// Attaches `handler`, which ignores the value.
  @_alwaysEmitIntoClient
  package func runAndPassOn(_ handler: Handler<Void, Void, Never>, _ site: CreationSite) -> Guarantee<Value> {
    derivePassingValue(handler.adapted { (body, _: Value) in body(()) }, site)
  }
}
