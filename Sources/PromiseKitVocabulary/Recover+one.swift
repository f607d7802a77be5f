public import Dispatch
public import PromiseCore

extension Promise {
  // MARK: A value

  /// Recovers from errors of one type with the value returned by a handler that runs on a queue, for code in the Swift 5
  /// language mode.
  ///
  /// - Parameters:
  ///   - only: The error type to handle.
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - policy: The errors to handle. The default includes errors that mean cancellation.
  ///   - body: Called with the error, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value of this promise, or of the value that `body` returns for an error.
  @_spi(PromiseKit) @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover<E: Error>(
    only: E.Type, on queue: DispatchQueue?, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.recoverWithValue(Handler(on: queue, body), CreationSite(file, line), errors(of: only, policy))
  }

  // MARK: One error

  /// Recovers from an error that equals `only` with the promise that a handler returns, as PromiseKit 7 does.
  ///
  /// - Parameters:
  ///   - only: The error to handle.
  ///   - body: Called with the error. It runs on the actor of the surrounding code, or on `DispatchQueue.promises` if
  ///     there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message: "Use `recover(only:)` with the type of the error, compare the error in the handler, and return a promise."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func recover<E: Error & Equatable, U: Thenable<Value>>(
    only: E, @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.recoverOnlyWithPromise(Handler(body), CreationSite(file, line), errors(equalTo: only)) }

  /// Recovers from an error that equals `only` with the promise returned by a handler that runs on a queue.
  ///
  /// - Parameters:
  ///   - only: The error to handle.
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - body: Called with the error, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message: "Use `recover(only:)` with the type of the error, compare the error in the handler, and return a promise."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func recover<E: Error & Equatable, U: Thenable<Value>>(
    only: E, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (E) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.recoverOnlyWithPromise(
      Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(equalTo: only))
  }

  /// Recovers from an error that equals `only` with the value that a handler returns.
  ///
  /// - Parameters:
  ///   - only: The error to handle.
  ///   - body: Called with the error. It runs on the actor of the surrounding code, or on `DispatchQueue.promises` if
  ///     there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value of this promise, or of the value that `body` returns for an error.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message: "Use `recover(only:)` with the type of the error, compare the error in the handler, and return a promise."
  )
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover<E: Error & Equatable>(
    only: E, @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (E) throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.recoverWithValue(Handler(body), CreationSite(file, line), errors(equalTo: only)) }

  /// Recovers from an error that equals `only` with the value returned by a handler that runs on a queue.
  ///
  /// - Parameters:
  ///   - only: The error to handle.
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - body: Called with the error, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value of this promise, or of the value that `body` returns for an error.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message: "Use `recover(only:)` with the type of the error, compare the error in the handler, and return a promise."
  )
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover<E: Error & Equatable>(
    only: E, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (E) throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    typed.recoverWithValue(Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(equalTo: only))
  }
}
