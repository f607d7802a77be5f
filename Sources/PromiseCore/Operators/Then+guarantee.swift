public import Dispatch

// A chain remains a guarantee as long as no handler can fail. A handler that throws or returns a promise selects the
// forms of `then` that every thenable has.
extension Guarantee {
  /// Attaches a handler that continues the chain with the guarantee that it returns.
  ///
  /// - Parameter body: The handler of the value. It runs even if the returned guarantee was canceled, unless no code
  ///   refers to that guarantee any more. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it
  ///   is nonisolated. Returning the new guarantee itself is a programming error and traps.
  /// - Returns: A guarantee that adopts the guarantee that `body` returns. You may discard it. Canceling it also
  ///   requests cancellation of this guarantee or of the guarantee that `body` returned, whichever is pending, if that
  ///   guarantee has no other consumer.
  @discardableResult
  @_alwaysEmitIntoClient
  public func then<U>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Guarantee<U>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { typed.deriveAdopting(Handler(body), CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and continues the chain with the guarantee that it returns.
  ///
  /// See `then(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler of the value. Returning the new guarantee itself is a programming error and traps.
  /// - Returns: A guarantee that adopts the guarantee that `body` returns.
  @discardableResult
  @_alwaysEmitIntoClient
  public func then<U>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> Guarantee<U>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { typed.deriveAdopting(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}
