public import Dispatch

// A chain remains a guarantee as long as no handler can fail. A handler that throws selects the forms for promises.
extension Guarantee {
  /// Attaches a handler that continues the chain with the guarantee, or the other thenable, that it returns.
  ///
  /// - Parameter body: The handler of the value. It runs even if the returned guarantee was canceled, unless no code
  ///   refers to that guarantee any more. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it
  ///   is nonisolated. To return the new guarantee itself is a programming error and traps; to
  ///   return the new promise itself rejects it with ``PromiseError/returnedSelf``.
  /// - Returns: A guarantee that adopts the guarantee that `body` returns, or a promise that adopts the outcome of the
  ///   promise or other thenable that it returns. Canceling it also requests cancellation of this guarantee or of what
  ///   `body` returned, whichever is pending, if that has no other consumer.
  @_alwaysEmitIntoClient
  public func then<U: Thenable>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> U.Chained { typed.deriveChained(Handler(body), CreationSite(file, line)) }

  /// Attaches a handler that runs on a queue and continues the chain with the guarantee, or the other thenable, that it
  /// returns.
  ///
  /// See `then(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - flags: The flags of the work item that runs `body`.
  ///   - body: The handler of the value. To return the new guarantee itself is a programming error and traps; to return
  ///     the new promise itself rejects it with ``PromiseError/returnedSelf``.
  /// - Returns: A guarantee that adopts the guarantee that `body` returns, or a promise that adopts the outcome of the
  ///   promise or other thenable that it returns.
  @_alwaysEmitIntoClient
  public func then<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> U.Chained { typed.deriveChained(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}
