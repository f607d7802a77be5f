public import Dispatch

extension Thenable {
  /// Uses the value: the end of a chain that has nothing to pass on. From PromiseKit.
  ///
  /// - Parameters:
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  ///   - body: Called with the value; runs where it was written. If it throws, the new promise is rejected.
  @inlinable @preconcurrency
  public func done(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Void
  ) -> Promise<Void> { _promise.deriveMapped(Handler(body), CreationSite(file, line)) }

  /// Uses the value on a queue. From PromiseKit.
  ///
  /// As ``done(file:line:_:)``, but `body` runs on `queue`, or with `nil` at once on the thread that settles this
  /// promise.
  @inlinable @preconcurrency
  public func done(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Void> { _promise.deriveMapped(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension Guarantee {
  /// Uses the value. From PromiseKit.
  ///
  /// - Parameters:
  ///   - file: Where the guarantee is made, for reports.
  ///   - line: Likewise.
  ///   - body: Called with the value, unless the new guarantee has been cancelled; runs where it was written.
  @inlinable @preconcurrency @discardableResult
  public func done(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Void
  ) -> Guarantee<Void> { doneValue(Handler(body), CreationSite(file, line)) }

  /// Uses the value on a queue. From PromiseKit.
  @inlinable @preconcurrency @discardableResult
  public func done(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee<Void> { doneValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  @inlinable
  func doneValue(_ handler: Handler<Value, Void, Never>, _ site: CreationSite) -> Guarantee<Void> {
    deriveFromValue(DerivedGuarantee<Void>.self, handler, site) { value, handler, child, trampoline in
      // There is a `Void` without the handler, so the handler of a canceled `done` does not run.
      if !child.isCancelRequested { handler(value) }
      child.settle(.success(()), in: trampoline)
    }
  }
}
