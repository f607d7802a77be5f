public import Dispatch

extension Thenable where Failure == any Error {
  /// Continues after errors of one type with the promise that `body` returns. From PromiseKit 7.
  ///
  /// - Parameters:
  ///   - only: Which type. All others go on.
  ///   - policy: Whether cancellation errors of this type match as well. The default is `.allErrors`, since the type says
  ///     which errors are meant; `recover` without a type skips cancellation.
  ///   - body: Called with the error, also if it means cancellation; runs where it was written. If it throws, the new
  ///     promise is rejected with that error.
  @_alwaysEmitIntoClient
  public func recover<E: Error, U: Thenable<Value>>(
    only: E.Type, policy: CatchPolicy = .allErrors,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    recoverOnlyWithPromise(Handler(body), CreationSite(file, line), errors(of: only, policy))
  }

  /// Continues after errors of one type, on a queue, with the promise that `body` returns. From PromiseKit 7.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover<E: Error, U: Thenable<Value>>(
    only: E.Type, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    recoverOnlyWithPromise(Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(of: only, policy))
  }

  /// Continues after errors of one type with the promise that `body` returns.
  ///
  /// The form for closures that write `.value(…)`, or that throw some errors again.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover<E: Error>(
    only: E.Type, policy: CatchPolicy = .allErrors,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) throws -> Promise<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    recoverOnlyWithPromise(Handler(body), CreationSite(file, line), errors(of: only, policy))
  }

  /// Continues after errors of one type, on a queue, with the promise that `body` returns.
  ///
  /// The form for closures that write `.value(…)`, or that throw some errors again.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover<E: Error>(
    only: E.Type, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) throws -> Promise<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    recoverOnlyWithPromise(Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(of: only, policy))
  }

  @_alwaysEmitIntoClient
  func recoverOnlyWithPromise<E: Error, U: Thenable<Value>>(
    _ handler: Handler<E, U, any Error>, _ site: CreationSite, _ match: @escaping @Sendable (any Error) -> E?
  ) -> Promise<Value> {
    _promise.deriveFromError(on: handler.executor, matching: match, site) { error, child, trampoline in
      child.adopt(in: trampoline) { try handler(error) }
    }
  }
}
