public import Dispatch

extension Thenable {
  /// Uses the value: the end of a chain that has nothing to pass on. From PromiseKit.
  ///
  /// - Parameters:
  ///   - body: Called with the value; runs where it was written. If it throws, the new promise is rejected.
  @_alwaysEmitIntoClient
  public func done(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> { _promise.deriveMapped(Handler(body), CreationSite(file, line)) }

  /// Uses the value on a queue. From PromiseKit.
  ///
  /// As ``done(_:file:line:)``, but `body` runs on `queue`, or with `nil` at once on the thread that settles this
  /// promise.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func done(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> { _promise.deriveMapped(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}

extension Guarantee {
  /// Uses the value. From PromiseKit.
  ///
  /// - Parameters:
  ///   - body: Called with the value, unless the new guarantee has been cancelled; runs where it was written.
  @discardableResult
  @_alwaysEmitIntoClient
  public func done(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Void> { doneValue(Handler(body), CreationSite(file, line)) }

  /// Uses the value on a queue. From PromiseKit.
  @discardableResult @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func done(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
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
