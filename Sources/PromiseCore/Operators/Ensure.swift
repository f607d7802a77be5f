public import Dispatch

extension CatchMixin {
  /// Runs `body` whatever happened, and passes the outcome on. From PromiseKit.
  ///
  /// ```swift
  /// showSpinner()
  /// fetch(url).ensure { hideSpinner() }.done { show($0) }.catch { show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - body: Called once, when this promise is fulfilled, rejected or cancelled, or when the promise that comes back
  ///     is cancelled; runs where it was written.
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  @preconcurrency @discardableResult
  public func ensure(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> { runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs `body` on a queue whatever happened, and passes the outcome on. From PromiseKit.
  @preconcurrency @discardableResult
  public func ensure(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Runs `body` whatever happened, at the end of a chain; the same as ``ensure(_:file:line:)``.
  ///
  /// From PromiseKit, where it can follow only a `catch`, and nothing can follow it.
  @preconcurrency @discardableResult
  public func finally(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> { runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs `body` on a queue whatever happened; the same as ``ensure(on:flags:_:file:line:)``. From PromiseKit.
  @preconcurrency @discardableResult
  public func finally(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Runs `body` whatever happened, and passes the outcome on; the same as `ensure`. From google/promises.
  @preconcurrency @discardableResult
  public func always(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> { runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs `body` on a queue whatever happened, and passes the outcome on; the same as `ensure`. From google/promises.
  @preconcurrency @discardableResult
  public func always(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  private func runAndPassOn(_ handler: Handler<Void, Void, Never>, _ site: CreationSite) -> Promise<Value> {
    _promise.deriveWitness(
      on: handler.executor, site, seesCancellation: true, handlesError: false, wants: { _ in true },
      body: { _ in handler(()) })
  }
}
