public import Dispatch
public import PromiseCore

extension Guarantee {
  /// Passes the outcome to a handler, and returns a promise of the value.
  ///
  /// - Parameter body: Called with the outcome. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none.
  /// - Returns: A promise that adopts the outcome of this guarantee after `body` has returned.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message: "Use `get`, which passes the value to the handler. Without `@_spi(PromiseKit)`, a guarantee has no `tap`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func tap(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Result<Value, any Error>) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { promise.tap(body, file: file, line: line) }

  /// Passes the outcome to a handler on a queue, and returns a promise of the value.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - body: Called with the outcome, on `queue`.
  /// - Returns: A promise that adopts the outcome of this guarantee after `body` has returned.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message: "Use `get`, which passes the value to the handler. Without `@_spi(PromiseKit)`, a guarantee has no `tap`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func tap(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { promise.tap(on: queue, flags: flags, body, file: file, line: line) }
}
