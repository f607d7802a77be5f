public import Dispatch

// The same as on the main surface, whose forms take any thenable: where the type of a promise that a closure returns is
// left open, as in `return Promise(error)`, the compiler finds it only if the closure returns a `Promise`.
extension Thenable {
  /// Continues with the promise that `body` returns.
  @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func then<NewValue>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Promise<NewValue>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<NewValue> { _promise.deriveAdopting(Handler(body), CreationSite(file, line)) }

  /// Continues, on a queue, with the promise that `body` returns.
  @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func then<NewValue>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (Value) throws -> Promise<NewValue>, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<NewValue> {
    _promise.deriveAdopting(Handler(on: queue, flags: flags, body), CreationSite(file, line))
  }
}
