public import Dispatch
public import PromiseCore

// The forms with `on:` for code in the Swift 5 language mode: `@preconcurrency` turns errors about data races in their
// handlers into warnings. The compiler prefers these forms to those of the main API, because they have no `flags:` that a
// call would leave to the default. They are otherwise identical.

extension Guarantee {
  /// Passes the value to a handler on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called with the value, on `queue`.
  /// - Returns: A guarantee without a value that is fulfilled when `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func done(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Void> { done(on: queue, flags: nil, body, file: file, line: line) }

  /// Runs a handler on a queue when this guarantee is fulfilled, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called once, when this guarantee is fulfilled; it runs on `queue`.
  /// - Returns: A guarantee of the same value that is fulfilled after `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func ensure(
    on queue: DispatchQueue?, _ body: @escaping @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { ensure(on: queue, flags: nil, body, file: file, line: line) }

  /// Runs a handler on a queue when this guarantee is fulfilled, and waits for the guarantee that the handler returns,
  /// for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called once, when this guarantee is fulfilled; it runs on `queue`.
  /// - Returns: A guarantee of the same value that is fulfilled after the guarantee that `body` returns is fulfilled.
  ///   That guarantee is not canceled with the returned guarantee.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func ensureThen(
    on queue: DispatchQueue?, _ body: @escaping @Sendable () -> Guarantee<Void>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { ensureThen(on: queue, flags: nil, body, file: file, line: line) }

  /// Passes the value to a handler on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called with the value, on `queue`.
  /// - Returns: A guarantee of the same value that is fulfilled when `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func get(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { get(on: queue, flags: nil, body, file: file, line: line) }

  /// Transforms the value on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that fulfills this
  ///     guarantee.
  ///   - transform: Called with the value, on `queue`.
  /// - Returns: A guarantee of the value that `transform` returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    on queue: DispatchQueue?, _ transform: @escaping @Sendable (Value) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { map(on: queue, flags: nil, transform, file: file, line: line) }

  /// Continues on a queue with the guarantee that a handler returns, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called with the value, on `queue`.
  /// - Returns: A guarantee that adopts the guarantee that `body` returns. Canceling it also requests cancellation of
  ///   this guarantee or of the guarantee that `body` returned, whichever is pending, if that guarantee has no other
  ///   consumer. `body` still runs, unless no code refers to the returned guarantee any more.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func then<U>(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) -> Guarantee<U>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { then(on: queue, flags: nil, body, file: file, line: line) }

  /// Continues on a queue with the promise or other thenable that a handler returns, for code in the Swift 5 language
  /// mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called with the value, on `queue`.
  /// - Returns: A promise that adopts the outcome of the promise that `body` returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func then<U: Thenable>(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> U.Chained { then(on: queue, flags: nil, body, file: file, line: line) }
}
