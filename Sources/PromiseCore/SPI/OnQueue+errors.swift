public import Dispatch

// The forms with `on:` as code in the Swift 5 language mode needs them: what Swift 6 finds in their handlers is a warning.
// Behind an import of old code they are preferred to those of the main surface, which are the same but for that; the last
// parameter tells them apart.

extension Thenable where Failure == any Error {
  /// The form of `catch` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) -> Void, file: StaticString = #fileID, line: UInt = #line,
    _ legacy: Void = ()
  ) -> Promise<Value> { catchError(Handler(on: queue, flags: flags, body), policy, CreationSite(file, line)) }

  /// The form of `catch` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`<E: Error>(
    only: E.Type, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) -> Void, file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<Value> {
    catchOnly(Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(of: only, policy))
  }

  /// The form of `ensure` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func ensure(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<Value> { runAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// The form of `ensureThen` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func ensureThen(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Guarantee<Void>,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<Value> { runWaitAndPassOn(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// The form of `recover` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func recover<U: Thenable<Value>>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> U, file: StaticString = #fileID, line: UInt = #line,
    _ legacy: Void = ()
  ) -> Promise<Value> { recoverWithPromise(Handler(on: queue, flags: flags, body), policy, CreationSite(file, line)) }

  /// The form of `recover` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (any Error) -> Guarantee<Value>, file: StaticString = #fileID, line: UInt = #line,
    _ legacy: Void = ()
  ) -> Guarantee<Value> {
    recoverWithGuarantee(Handler(on: queue, flags: flags, body), CreationSite(file, line))
  }

  /// The form of `recover` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func recover<E: Error, U: Thenable<Value>>(
    only: E.Type, on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) throws -> U, file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<Value> {
    recoverOnlyWithPromise(Handler(on: queue, flags: flags, body), CreationSite(file, line), errors(of: only, policy))
  }

  /// The form of `tap` with `on:`, for code in the Swift 5 language mode.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func tap(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void, file: StaticString = #fileID, line: UInt = #line,
    _ legacy: Void = ()
  ) -> Promise<Value> { tapOutcome(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}
