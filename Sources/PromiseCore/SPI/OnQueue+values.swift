public import Dispatch

// The forms with `on:` for code in the Swift 5 language mode: `@preconcurrency` turns errors about data races in their
// handlers into warnings. In a file with the SPI import, the compiler prefers these forms to those of the main API.
// They are otherwise identical; the last parameter distinguishes their symbols.

extension Thenable {
  /// Transforms the value on a queue into a non-`nil` result, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - flags: The flags of the work item in which `transform` runs, as in Dispatch.
  ///   - transform: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise of the value that `transform` returns. It is rejected with `PromiseError.compactMap` if
  ///   `transform` returns `nil`.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func compactMap<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value) throws -> U?, file: StaticString = #fileID, line: UInt = #line,
    _ legacy: Void = ()
  ) -> Promise<U> { compactMapValue(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Passes the value to a handler on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise without a value that is fulfilled when `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func done(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<Void> { _promise.deriveMapped(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Passes the value to a handler on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise of the same value that is fulfilled when `body` has returned.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func get(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<Value> { _promise.derivePassingValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Transforms the value on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - flags: The flags of the work item in which `transform` runs, as in Dispatch.
  ///   - transform: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise of the value that `transform` returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<U> { _promise.deriveMapped(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Combines the value with the items of a sequence on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `combine` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - items: The items to combine with the value, in order.
  ///   - combine: Called with the partial result and the next item, on `queue`. If it throws, the returned promise is
  ///     rejected with that error.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise of the last partial result.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func reduce<Items: Sequence & Sendable, U: Thenable<Value>>(
    on queue: DispatchQueue?, _ items: Items, combine: @escaping @Sendable (Value, Items.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<Value> { reduceItems(items, Handler(on: queue, combine), CreationSite(file, line)) }

  /// Continues on a queue with the promise that a handler returns, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - body: Called with the value, on `queue`. If it throws, the returned promise is rejected with that error.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise that adopts the promise that `body` returns.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func then<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line, _ legacy: Void = ()
  ) -> Promise<U.Value> { _promise.deriveAdopting(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Validates the value on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `predicate` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - flags: The flags of the work item in which `predicate` runs, as in Dispatch.
  ///   - predicate: Returns whether the value is valid. It is called with the value, on `queue`. If it throws, the
  ///     returned promise is rejected with that error.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise of the same value. It is rejected with `PromiseError.validationFailed` if `predicate` returns
  ///   `false`.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func validate(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ predicate: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line,
    _ legacy: Void = ()
  ) -> Promise<Value> { validateValue(Handler(on: queue, flags: flags, predicate), CreationSite(file, line)) }
}

extension Thenable where Value: Sequence {
  /// Transforms each element of the value into a promise on a queue, for code in the Swift 5 language mode.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - flags: The flags of the work item in which `transform` runs, as in Dispatch.
  ///   - transform: Called with each element, in order; it runs on `queue`. If it throws, the returned promise is
  ///     rejected with that error.
  ///   - legacy: Do not pass this argument. It distinguishes this method from the one without the SPI.
  /// - Returns: A promise of the values, in the order of the elements.
  @_spi(PromiseKit) @_spi(GooglePromises) @preconcurrency
  @_alwaysEmitIntoClient
  public func thenMap<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) throws -> U, file: StaticString = #fileID, line: UInt = #line,
    _ legacy: Void = ()
  ) -> Promise<[U.Value]> { thenMapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }
}
