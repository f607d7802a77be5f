public import Dispatch

// What follows a guarantee is a guarantee if it cannot fail. A handler that throws or returns a promise is taken by the
// forms of `then` that every thenable has.
extension Guarantee {
  /// Continues with the guarantee that `body` returns. From PromiseKit.
  ///
  /// - Parameters:
  ///   - body: Called with the value; runs where it was written. To return the new guarantee itself is a programming
  ///     error, and stops the program.
  @discardableResult
  @_alwaysEmitIntoClient
  public func then<U>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Guarantee<U>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { deriveAdopting(Handler(body), CreationSite(file, line)) }

  /// Continues, on a queue, with the guarantee that `body` returns. From PromiseKit.
  @discardableResult @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<U>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> Guarantee<U>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { deriveAdopting(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}
