public import Dispatch

extension Thenable where Failure == any Error {
  // MARK: A value

  /// Continues after errors of one type with the value that `body` returns. From PromiseKit 7.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `recover(only: TheType.self)`, and return a promise.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover<E: Error>(
    only: E.Type, policy: CatchPolicy = .allErrors,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    recoverOnlyWithValue(Handler(body), CreationSite(file, line), errors(of: only, policy))
  }

  /// Continues after errors of one type, on a queue, with the value that `body` returns. From PromiseKit 7.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `recover(only: TheType.self)`, and return a promise.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover<E: Error>(
    only: E.Type, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    recoverOnlyWithValue(Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(of: only, policy))
  }

  // MARK: One error

  /// Continues after one error with the promise that `body` returns. From PromiseKit 7.
  ///
  /// - Parameters:
  ///   - only: Which error. All others go on.
  ///   - body: Called with the error, also if it means cancellation; runs where it was written. If it throws, the new
  ///     promise is rejected with that error.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `recover(only: TheType.self)`, and return a promise.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func recover<E: Error & Equatable, U: Thenable<Value>>(
    only: E, @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recoverOnlyWithPromise(Handler(body), CreationSite(file, line), errors(equalTo: only)) }

  /// Continues after one error, on a queue, with the promise that `body` returns. From PromiseKit 7.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `recover(only: TheType.self)`, and return a promise.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func recover<E: Error & Equatable, U: Thenable<Value>>(
    only: E, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (E) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    recoverOnlyWithPromise(Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(equalTo: only))
  }

  /// Continues after one error with the value that `body` returns. From PromiseKit 7.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `recover(only: TheType.self)`, and return a promise.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover<E: Error & Equatable>(
    only: E, @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recoverOnlyWithValue(Handler(body), CreationSite(file, line), errors(equalTo: only)) }

  /// Continues after one error, on a queue, with the value that `body` returns. From PromiseKit 7.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `recover(only: TheType.self)`, and return a promise.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover<E: Error & Equatable>(
    only: E, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (E) throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    recoverOnlyWithValue(Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(equalTo: only))
  }

  @_alwaysEmitIntoClient
  func recoverOnlyWithValue<E: Error>(
    _ handler: Handler<E, Value, any Error>, _ site: CreationSite, _ match: @escaping @Sendable (any Error) -> E?
  ) -> Promise<Value> {
    _promise.deriveFromError(on: handler.executor, matching: match, site) { error, child, trampoline in
      child.settle(in: trampoline) { try handler(error) }
    }
  }
}
