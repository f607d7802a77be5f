public import Dispatch
public import PromiseCore

// The forms with `on:` for code in the Swift 5 language mode: `@preconcurrency` turns errors about data races in their
// handlers into warnings. The compiler prefers these forms to those of the main API, because they have no `flags:` that a
// call would leave to the default. They are otherwise identical.

extension Promise {
  /// Transforms the value on a queue into a non-`nil` result, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - transform: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value that `transform` returns. It is rejected with `PromiseError.compactMap` if
  ///   `transform` returns `nil`.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func compactMap<U: Sendable>(
    on queue: DispatchQueue?,
    _ transform: @escaping @Sendable (Value) throws -> U?, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { compactMap(on: queue, flags: nil, transform, file: file, line: line) }

  /// Passes the value to a handler on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise without a value that is fulfilled when `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func done(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> { done(on: queue, flags: nil, body, file: file, line: line) }

  /// Passes the value to a handler on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the same value that is fulfilled when `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func get(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { get(on: queue, flags: nil, body, file: file, line: line) }

  /// Transforms the value on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - transform: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value that `transform` returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    on queue: DispatchQueue?, _ transform: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { map(on: queue, flags: nil, transform, file: file, line: line) }

  /// Continues on a queue with the promise that a handler returns, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise that adopts the promise that `body` returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func then<U: Thenable>(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U.Value> { then(on: queue, flags: nil, body, file: file, line: line) }

  /// Validates the value on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `predicate` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - predicate: Returns whether the value is valid. It is called with the value, on `queue`. If it throws, the
  ///     returned promise is rejected with that error.
  /// - Returns: A promise of the same value. It is rejected with `PromiseError.validationFailed` if `predicate` returns
  ///   `false`.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func validate(
    on queue: DispatchQueue?,
    _ predicate: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { validate(on: queue, flags: nil, predicate, file: file, line: line) }
}

extension Guarantee {
  /// Transforms the value on a queue into a non-`nil` result, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - transform: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value that `transform` returns. It is rejected with `PromiseError.compactMap` if
  ///   `transform` returns `nil`.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func compactMap<U: Sendable>(
    on queue: DispatchQueue?,
    _ transform: @escaping @Sendable (Value) throws -> U?, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { compactMap(on: queue, flags: nil, transform, file: file, line: line) }

  /// Passes the value to a handler on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise without a value that is fulfilled when `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func done(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Void> { done(on: queue, flags: nil, body, file: file, line: line) }

  /// Passes the value to a handler on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the same value that is fulfilled when `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func get(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { get(on: queue, flags: nil, body, file: file, line: line) }

  /// Transforms the value on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - transform: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the value that `transform` returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    on queue: DispatchQueue?, _ transform: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { map(on: queue, flags: nil, transform, file: file, line: line) }

  /// Continues on a queue with the promise that a handler returns, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that fulfills this guarantee.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise that adopts the promise that `body` returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<U: Thenable>(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U.Value> { then(on: queue, flags: nil, body, file: file, line: line) }

  /// Validates the value on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `predicate` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - predicate: Returns whether the value is valid. It is called with the value, on `queue`. If it throws, the
  ///     returned promise is rejected with that error.
  /// - Returns: A promise of the same value. It is rejected with `PromiseError.validationFailed` if `predicate` returns
  ///   `false`.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func validate(
    on queue: DispatchQueue?,
    _ predicate: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { validate(on: queue, flags: nil, predicate, file: file, line: line) }
}

extension Promise where Value: Sequence {
  /// Transforms each element of the value into a promise on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - transform: Called with each element, in order; it runs on `queue`. If it throws, the returned promise is
  ///     rejected with that error.
  /// - Returns: A promise of the values, in the order of the elements.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func thenMap<U: Thenable>(
    on queue: DispatchQueue?,
    _ transform: @escaping @Sendable (Value.Element) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Value]> { thenMap(on: queue, flags: nil, transform, file: file, line: line) }
}

extension Guarantee where Value: Sequence, Value.Element: Sendable {
  /// Transforms each element of the value into a promise on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - transform: Called with each element, in order; it runs on `queue`. If it throws, the returned promise is
  ///     rejected with that error.
  /// - Returns: A promise of the values, in the order of the elements.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func thenMap<U: Thenable>(
    on queue: DispatchQueue?,
    _ transform: @escaping @Sendable (Value.Element) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Value]> { thenMap(on: queue, flags: nil, transform, file: file, line: line) }
}
