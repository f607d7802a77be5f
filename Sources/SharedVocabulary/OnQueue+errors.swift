public import Dispatch
public import PromiseCore

// The forms with `on:` for code in the Swift 5 language mode: `@preconcurrency` turns errors about data races in their
// handlers into warnings. The compiler prefers these forms to those of the main API, because they have no `flags:` that a
// call would leave to the default. They are otherwise identical.

extension Promise {
  /// Handles the error on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - policy: The errors to handle. The default skips errors that mean cancellation.
  ///   - body: Called with the error, on `queue`.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`(
    on queue: DispatchQueue?, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { `catch`(on: queue, flags: nil, policy: policy, body, file: file, line: line) }

  /// Handles errors of one type on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - only: The error type to handle.
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - policy: The errors to handle. The default includes errors that mean cancellation.
  ///   - body: Called with the error, on `queue`.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func `catch`<E: Error>(
    only: E.Type, on queue: DispatchQueue?, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { `catch`(only: only, on: queue, flags: nil, policy: policy, body, file: file, line: line) }

  /// Runs a handler on a queue when this promise settles, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - body: Called once, when this promise is fulfilled, rejected or canceled, or when the returned promise is
  ///     canceled; it runs on `queue`.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func ensure(
    on queue: DispatchQueue?, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { ensure(on: queue, flags: nil, body, file: file, line: line) }

  /// Runs a handler on a queue when this promise settles, and waits for the guarantee that the handler returns, for
  /// code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - body: Called once, when this promise is fulfilled, rejected or canceled, or when the returned promise is
  ///     canceled; it runs on `queue`.
  /// - Returns: A promise that adopts the outcome of this promise after the guarantee that `body` returns is fulfilled.
  ///   That guarantee is not canceled with the promise.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func ensureThen(
    on queue: DispatchQueue?, _ body: @escaping @Sendable () -> Guarantee<Void>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { ensureThen(on: queue, flags: nil, body, file: file, line: line) }

  /// Recovers from an error on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - policy: The errors to handle. The default skips errors that mean cancellation.
  ///   - body: Called with the error, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func recover<U: Thenable<Value>>(
    on queue: DispatchQueue?, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recover(on: queue, flags: nil, policy: policy, body, file: file, line: line) }

  /// Recovers from an error on a queue with a closure that returns `.value(…)`, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - policy: The errors to handle. The default skips errors that mean cancellation.
  ///   - body: Called with the error, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> Promise<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recover(on: queue, flags: nil, policy: policy, body, file: file, line: line) }

  /// Recovers from an error on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - body: Called with the error, on `queue`.
  /// - Returns: A guarantee of the value of this promise or, if `body` runs, of the value of the guarantee that `body`
  ///   returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?,
    _ body: @escaping @Sendable (any Error) -> Guarantee<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { recover(on: queue, flags: nil, body, file: file, line: line) }

  /// Recovers from errors of one type on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - only: The error type to handle.
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - policy: The errors to handle. The default includes errors that mean cancellation.
  ///   - body: Called with the error, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func recover<E: Error, U: Thenable<Value>>(
    only: E.Type, on queue: DispatchQueue?, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recover(only: only, on: queue, flags: nil, policy: policy, body, file: file, line: line) }

  /// Recovers from errors of one type on a queue with a closure that returns `.value(…)`, for code in the Swift 5 mode.
  ///
  /// - Parameters:
  ///   - only: The error type to handle.
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - policy: The errors to handle. The default includes errors that mean cancellation.
  ///   - body: Called with the error, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise that adopts the outcome of this promise or, if `body` runs, of the promise that `body`
  ///   returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func recover<E: Error>(
    only: E.Type, on queue: DispatchQueue?, policy: CatchPolicy = .allErrors,
    _ body: @escaping @Sendable (E) throws -> Promise<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { recover(only: only, on: queue, flags: nil, policy: policy, body, file: file, line: line) }

  /// Passes the outcome to a handler on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - body: Called with the outcome, on `queue`.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func tap(
    on queue: DispatchQueue?,
    _ body: @escaping @Sendable (Result<Value, any Error>) -> Void, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { tap(on: queue, flags: nil, body, file: file, line: line) }
}
