public import Dispatch

extension Promise {
  // MARK: Returning a promise

  /// Continues with the promise that `body` returns.
  ///
  /// ```swift
  /// login().then { user in fetchAvatar(of: user) }
  /// ```
  ///
  /// From PromiseKit and google/promises. If this promise is rejected, `body` is not called and the error goes on.
  ///
  /// - Parameters:
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  ///   - body: Called with the value; runs where it was written. If it throws, the new promise is rejected with that
  ///     error; if it returns the new promise itself, with ``PromiseError/returnedSelf``.
  /// - Returns: A promise that settles as the one from `body`. Cancelling it cancels whichever of the two is pending,
  ///   if nobody else wants it.
  @preconcurrency
  public func then<U: Thenable>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> U
  ) -> Promise<U.Value> { thenPromise(Handler(body), Origin(file, line)) }

  /// Continues, on a queue, with the promise that `body` returns.
  ///
  /// As without `on:`, but `body` runs on `queue`, or with `nil` at once on the thread that settles this promise.
  @preconcurrency
  public func then<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags = [], file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Value) throws -> U
  ) -> Promise<U.Value> { thenPromise(Handler(on: queue, flags: flags, body), Origin(file, line)) }

  private func thenPromise<U: Thenable>(_ handler: Handler<Value, U>, _ origin: Origin) -> Promise<U.Value> {
    onValue(at: handler.executor, handler, origin) { source, handler, child, run in
      child.follow(in: &run) { try handler.call(source.knownOutcome.get()) }
    }
  }

  // MARK: Returning a value

  /// Continues with the value that `body` returns; the same as ``map(file:line:_:)``.
  ///
  /// From google/promises.
  @preconcurrency @_disfavoredOverload
  public func then<U: Sendable>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> U
  ) -> Promise<U> { mapValue(Handler(body), Origin(file, line)) }

  /// Continues, on a queue, with the value that `body` returns; the same as ``map(on:flags:file:line:_:)``.
  ///
  /// From google/promises.
  @preconcurrency @_disfavoredOverload
  public func then<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags = [], file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Value) throws -> U
  ) -> Promise<U> { mapValue(Handler(on: queue, flags: flags, body), Origin(file, line)) }

  // MARK: Returning nothing

  /// Calls `body` with the value, and passes the value on.
  ///
  /// From google/promises. If `body` throws, the new promise is rejected with that error.
  @preconcurrency @_disfavoredOverload @discardableResult
  public func then(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Void
  ) -> Promise<Value> { thenNothing(Handler(body), Origin(file, line)) }

  /// Calls `body` on a queue with the value, and passes the value on. From google/promises.
  @preconcurrency @_disfavoredOverload @discardableResult
  public func then(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags = [], file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Value> { thenNothing(Handler(on: queue, flags: flags, body), Origin(file, line)) }

  private func thenNothing(_ handler: Handler<Value, Void>, _ origin: Origin) -> Promise<Value> {
    onValue(at: handler.executor, handler, origin) { source, handler, child, run in
      child.settle(in: &run) {
        let value = try source.knownOutcome.get()
        try handler.call(value)
        return value
      }
    }
  }
}

extension Guarantee {
  /// Continues with the guarantee that `body` returns. From PromiseKit.
  ///
  /// - Parameters:
  ///   - file: Where the guarantee is made, for reports.
  ///   - line: Likewise.
  ///   - body: Called with the value; runs where it was written. To return the new guarantee itself is a programming
  ///     error, and stops the program.
  @preconcurrency @discardableResult
  public func then<U>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Guarantee<U>
  ) -> Guarantee<U> { thenGuarantee(SafeHandler(body), Origin(file, line)) }

  /// Continues, on a queue, with the guarantee that `body` returns. From PromiseKit.
  @preconcurrency @discardableResult
  public func then<U>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags = [], file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Value) -> Guarantee<U>
  ) -> Guarantee<U> { thenGuarantee(SafeHandler(on: queue, flags: flags, body), Origin(file, line)) }

  private func thenGuarantee<U>(_ handler: SafeHandler<Value, Guarantee<U>>, _ origin: Origin) -> Guarantee<U> {
    onValue(at: handler.executor, handler, to: Guarantee<U>(origin: origin, scope: scopeOfDerived)) {
      source, handler, child, run in
      child.follow(handler.call(source.knownOutcome.get()), in: &run)
    }
  }

  /// Continues with the promise that `body` returns, which may be rejected. From PromiseKit.
  @preconcurrency @_disfavoredOverload
  public func then<U: Thenable>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> U
  ) -> Promise<U.Value> { thenPromise(Handler(body), Origin(file, line)) }

  /// Continues, on a queue, with the promise that `body` returns, which may be rejected. From PromiseKit.
  @preconcurrency @_disfavoredOverload
  public func then<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags = [], file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Value) throws -> U
  ) -> Promise<U.Value> { thenPromise(Handler(on: queue, flags: flags, body), Origin(file, line)) }

  private func thenPromise<U: Thenable>(_ handler: Handler<Value, U>, _ origin: Origin) -> Promise<U.Value> {
    onValue(at: handler.executor, handler, to: Promise<U.Value>(origin: origin, scope: scopeOfDerived)) {
      source, handler, child, run in
      child.follow(in: &run) { try handler.call(source.knownOutcome.get()) }
    }
  }
}
