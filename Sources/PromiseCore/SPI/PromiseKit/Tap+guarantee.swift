public import Dispatch

extension Guarantee {
  /// Looks at the outcome, and passes it on as a promise.
  @_spi(PromiseKit)
  @available(*, deprecated, message: "Write `get`. Without `@_spi(PromiseKit)`, a guarantee has no `tap`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func tap(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Result<Value, any Error>) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { asPromise.tap(body, file: file, line: line) }

  /// Looks at the outcome on a queue, and passes it on as a promise.
  @_spi(PromiseKit)
  @available(*, deprecated, message: "Write `get`. Without `@_spi(PromiseKit)`, a guarantee has no `tap`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func tap(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { asPromise.tap(on: queue, flags: flags, body, file: file, line: line) }
}
