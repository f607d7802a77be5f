public import Dispatch

extension Promise {
  /// Attaches a handler that recovers from any error with the guarantee that it returns.
  ///
  /// The result is a guarantee, so `body` handles every error, including cancellation. The form that returns a promise
  /// passes cancellation on: to use it, write `{ _ in Promise.value(placeholder) }`.
  ///
  /// - Parameter body: The handler of the error. It runs on the actor it is isolated to, or on
  ///   `DispatchQueue.promises` if it is nonisolated. Returning the new guarantee itself is a programming error and
  ///   traps.
  /// - Returns: A guarantee of the value of this promise or, if `body` runs, of the value of the guarantee that `body`
  ///   returns. You may discard it. Canceling it also cancels this promise, if this promise has no other consumer;
  ///   `body` then runs with the cancellation error.
  @discardableResult
  @_alwaysEmitIntoClient
  public func recover(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) -> Guarantee<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { typed.recoverWithGuarantee(Handler(body), CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and recovers from any error with the guarantee that it returns.
  ///
  /// See `recover(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler of the error. Returning the new guarantee itself is a programming error and traps.
  /// - Returns: A guarantee of the value of this promise or, if `body` runs, of the value of the guarantee that `body`
  ///   returns.
  @discardableResult
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (any Error) -> Guarantee<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> {
    typed.recoverWithGuarantee(Handler(on: queue, flags: flags, body), CreationSite(file, line))
  }
}

extension TypedPromise where Failure == any Error {
  /// Attaches `handler` for every error.
  @_alwaysEmitIntoClient
  package func recoverWithGuarantee(
    _ handler: Handler<any Error, Guarantee<Value>, Never>, _ site: CreationSite
  ) -> Guarantee<Value> {
    deriveRecovering(on: handler.executor, site) { error, child, trampoline in
      child.adopt(returned: handler(error), in: trampoline)
    }
  }
}
