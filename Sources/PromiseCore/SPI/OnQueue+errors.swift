public import Dispatch

// The forms with `on:` for code in the Swift 5 language mode: `@preconcurrency` turns errors about data races in their
// handlers into warnings. In a file with the SPI import, the compiler prefers these forms to those of the main API.
// They are otherwise identical; the last parameter distinguishes their symbols.

extension Thenable where Failure == any Error {
  /// Handles the error on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - policy: The errors to handle. The default skips errors that mean cancellation.
  ///   - body: Called with the error, on `queue`.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) -> Void, file: StaticString = #fileID, line: UInt = #line,
    _ legacy: Void = ()
  ) -> Promise<Value> { catchError(Handler(on: queue, flags: flags, body), policy, CreationSite(file, line)) }

  /// Handles errors of one type on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - only: The error type to handle.
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - policy: The errors to handle. The default includes errors that mean cancellation.
  ///   - body: Called with the error, on `queue`.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`<E: Error>(
    only: E.Type, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) -> Void, file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<Value> {
    catchOnly(Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(of: only, policy))
  }

  /// Runs a handler on a queue when this promise settles, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - body: Called once, when this promise is fulfilled, rejected or canceled, or when the returned promise is
  ///     canceled; it runs on `queue`.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func ensure(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Runs a handler on a queue when this promise settles, and waits for the guarantee that the handler returns, for
  /// code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - body: Called once, when this promise is fulfilled, rejected or canceled, or when the returned promise is
  ///     canceled; it runs on `queue`.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise that adopts the outcome of this promise after the guarantee that `body` returns is fulfilled.
  ///   That guarantee is not canceled with the promise.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func ensureThen(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Guarantee<Void>,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<Value> { runWaitAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Recovers from an error on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - policy: The errors to handle. The default skips errors that mean cancellation.
  ///   - body: Called with the error, on `queue`. If it throws, the returned promise is rejected with that error.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func recover<U: Thenable<Value>>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> U, file: StaticString = #fileID, line: UInt = #line,
    _ legacy: Void = ()
  ) -> Promise<Value> { recoverWithPromise(Handler(on: queue, flags: flags, body), policy, CreationSite(file, line)) }

  /// Recovers from an error on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - body: Called with the error, on `queue`.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A guarantee of the value of this promise or, if `body` runs, of the value of the guarantee that `body`
  ///   returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (any Error) -> Guarantee<Value>, file: StaticString = #fileID, line: UInt = #line,
    _ legacy: Void = ()
  ) -> Guarantee<Value> {
    recoverWithGuarantee(Handler(on: queue, flags: flags, body), CreationSite(file, line))
  }

  /// Recovers from errors of one type on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - only: The error type to handle.
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - policy: The errors to handle. The default includes errors that mean cancellation.
  ///   - body: Called with the error, on `queue`. If it throws, the returned promise is rejected with that error.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func recover<E: Error, U: Thenable<Value>>(
    only: E.Type, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) throws -> U, file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<Value> {
    recoverOnlyWithPromise(Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(of: only, policy))
  }

  /// Passes the outcome to a handler on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - body: Called with the outcome, on `queue`.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func tap(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void, file: StaticString = #fileID, line: UInt = #line,
    _ legacy: Void = ()
  ) -> Promise<Value> { tapOutcome(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}
