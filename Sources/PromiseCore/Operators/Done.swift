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
  ) -> Promise<Void> { engine.mapValue(Handler(body), Origin(file, line)) }

  /// Uses the value on a queue. From PromiseKit.
  ///
  /// As ``done(file:line:_:)``, but `body` runs on `queue`, or with `nil` at once on the thread that settles this
  /// promise.
  @inlinable @preconcurrency
  public func done(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Void> { engine.mapValue(Handler(on: queue, flags: flags, body), Origin(file, line)) }
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
  ) -> Guarantee<Void> { doneValue(SafeHandler(body), Origin(file, line)) }

  /// Uses the value on a queue. From PromiseKit.
  @inlinable @preconcurrency @discardableResult
  public func done(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee<Void> { doneValue(SafeHandler(on: queue, flags: flags, body), Origin(file, line)) }

  @inlinable
  func doneValue(_ handler: SafeHandler<Value, Void>, _ origin: Origin) -> Guarantee<Void> {
    derive(DerivedGuarantee<Void>.self, at: handler.executor, Link.Erased(safe: handler.call), origin) {
      child, source, moment, handler, run in
      Self.stepOnValue(child, as: PromiseEngine<Void, Never>.self, source, moment, &run) { value, child, run in
        // A `Void` can be had without the handler, so a handler that was cancelled does not run.
        if !child.isCancelRequested { handler.safeHandler(Value.self, Void.self)(value) }
        child.settle(Result<Void, Never>.success(()), in: &run)
      }
    }
  }
}
