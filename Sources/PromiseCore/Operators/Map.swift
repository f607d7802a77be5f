public import Dispatch

extension Promise {
  /// Turns the value into another one. From PromiseKit.
  ///
  /// ```swift
  /// fetch(url).map { data in try JSONDecoder().decode(User.self, from: data) }
  /// ```
  ///
  /// If this promise is rejected, `transform` is not called and the error goes on.
  ///
  /// - Parameters:
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  ///   - transform: Called with the value; runs where it was written. If it throws, the new promise is rejected.
  @preconcurrency
  public func map<U: Sendable>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) throws -> U
  ) -> Promise<U> { mapValue(Handler(transform), Origin(file, line)) }

  /// Turns the value, on a queue, into another one. From PromiseKit.
  ///
  /// As ``map(file:line:_:)``, but `transform` runs on `queue`, or with `nil` at once on the thread that settles this
  /// promise.
  @preconcurrency
  public func map<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags = [], file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Value) throws -> U
  ) -> Promise<U> { mapValue(Handler(on: queue, flags: flags, transform), Origin(file, line)) }

  /// What `map`, `done` and the `then` that returns a value have in common.
  func mapValue<U>(_ handler: Handler<Value, U>, _ origin: Origin) -> Promise<U> {
    onValue(at: handler.executor, handler, origin) { source, handler, child, run in
      child.settle(in: &run) { try handler.call(source.knownOutcome.get()) }
    }
  }
}

extension Guarantee {
  /// Turns the value into another one. From PromiseKit.
  ///
  /// - Parameters:
  ///   - file: Where the guarantee is made, for reports.
  ///   - line: Likewise.
  ///   - transform: Called with the value; runs where it was written.
  @preconcurrency
  public func map<U: Sendable>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) -> U
  ) -> Guarantee<U> { mapValue(SafeHandler(transform), Origin(file, line)) }

  /// Turns the value, on a queue, into another one. From PromiseKit.
  @preconcurrency
  public func map<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags = [], file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Value) -> U
  ) -> Guarantee<U> { mapValue(SafeHandler(on: queue, flags: flags, transform), Origin(file, line)) }

  private func mapValue<U>(_ handler: SafeHandler<Value, U>, _ origin: Origin) -> Guarantee<U> {
    onValue(at: handler.executor, handler, to: Guarantee<U>(origin: origin, scope: scopeOfDerived)) {
      source, handler, child, run in
      child.settle(.success(handler.call(source.knownOutcome.get())), in: &run)
    }
  }

  /// Turns the value into another one, or into an error. From PromiseKit.
  @preconcurrency @_disfavoredOverload
  public func map<U: Sendable>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) throws -> U
  ) -> Promise<U> { mapOrThrow(Handler(transform), Origin(file, line)) }

  /// Turns the value, on a queue, into another one, or into an error. From PromiseKit.
  @preconcurrency @_disfavoredOverload
  public func map<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags = [], file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Value) throws -> U
  ) -> Promise<U> { mapOrThrow(Handler(on: queue, flags: flags, transform), Origin(file, line)) }

  func mapOrThrow<U>(_ handler: Handler<Value, U>, _ origin: Origin) -> Promise<U> {
    onValue(at: handler.executor, handler, to: Promise<U>(origin: origin, scope: scopeOfDerived)) {
      source, handler, child, run in
      child.settle(in: &run) { try handler.call(source.knownOutcome.get()) }
    }
  }
}
