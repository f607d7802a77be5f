public import Dispatch
public import PromiseCore

extension Promise {
  /// Runs a handler when this promise settles, regardless of its outcome. Renamed to `ensure`.
  ///
  /// In PromiseKit, `finally` ends a chain and can follow only a `catch`. Here it can follow any promise, and returns
  /// one.
  ///
  /// - Parameter body: Called once, when this promise is fulfilled, rejected or canceled, or when the returned promise
  ///   is canceled. It runs on the actor of the surrounding code, or on `DispatchQueue.promises` if there is none.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "ensure")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func finally(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> { typed.runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs a handler on a queue when this promise settles, regardless of its outcome. Renamed to `ensure`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - body: Called once, when this promise is fulfilled, rejected or canceled, or when the returned promise is
  ///     canceled; it runs on `queue`.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "ensure")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func finally(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension Guarantee {
  /// Runs a handler when this guarantee is fulfilled. Renamed to `ensure`.
  ///
  /// - Parameter body: Called once, when this guarantee is fulfilled. It runs on the actor of the surrounding code, or
  ///   on `DispatchQueue.promises` if there is none.
  /// - Returns: A guarantee of the same value that is fulfilled after `body` has returned.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "ensure")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func finally(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<Value> { typed.runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs a handler on a queue when this guarantee is fulfilled. Renamed to `ensure`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - body: Called once, when this guarantee is fulfilled; it runs on `queue`.
  /// - Returns: A guarantee of the same value that is fulfilled after `body` has returned.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "ensure")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func finally(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { typed.runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}
