public import PromiseCore

extension Guarantee {
  /// Continues with the guarantee that a handler returns.
  ///
  /// Unlike the form of `PromiseCore`, which also takes a handler that returns a promise, this one lets the handler return
  /// `.value(1)`, and lets the caller discard the result.
  ///
  /// - Parameter body: Called with the value. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none.
  /// - Returns: A guarantee that adopts the guarantee that `body` returns. Canceling it also requests cancellation of
  ///   this guarantee or of the guarantee that `body` returned, whichever is pending, if that guarantee has no other
  ///   consumer.
  @_spi(PromiseKit) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func then<U>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Guarantee<U>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { typed.deriveAdopting(Handler(body), CreationSite(file, line)) }
}
