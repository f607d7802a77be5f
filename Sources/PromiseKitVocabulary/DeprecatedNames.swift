public import Dispatch
public import PromiseCore

// Names that PromiseKit itself has deprecated. `always` is disfavored, because a file may also use that of
// google/promises.

extension Promise {
  /// Runs a handler when this promise settles, regardless of its outcome. Renamed to `ensure`.
  ///
  /// - Parameter body: Called once, when this promise is fulfilled, rejected or canceled, or when the returned promise
  ///   is canceled. It runs on the actor of the surrounding code, or on `DispatchQueue.promises` if there is none.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "ensure(_:)")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func always(
    @_inheritActorContext(always) execute body: @escaping @isolated(any) @Sendable () -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.runAndPassOn(Handler(body), CreationSite(file, line)) }

  /// Runs a handler on a queue when this promise settles, regardless of its outcome. Renamed to `ensure`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - body: Called once, when this promise is fulfilled, rejected or canceled, or when the returned promise is
  ///     canceled; it runs on `queue`.
  /// - Returns: A promise that adopts the outcome of this promise after `body` has returned.
  @_spi(PromiseKit) @available(*, deprecated, renamed: "ensure(on:_:)")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func always(
    on queue: DispatchQueue?, execute body: @escaping @Sendable () -> Void, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> { typed.runAndPassOn(Handler(on: queue, body), CreationSite(file, line)) }
}

// MARK: - Collections

extension Promise where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise of the elements of the value that satisfy a predicate. Renamed to `filterValues`.
  ///
  /// - Parameter test: Returns whether to keep an element. It is called with each element, in order. It runs on the
  ///   actor of the surrounding code, or on `DispatchQueue.promises` if there is none.
  /// - Returns: A promise of the elements that are kept, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.filter(test) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func filter(
    @_inheritActorContext(always) test: @escaping @isolated(any) @Sendable (Value.Element) -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Value.Element]> { filterValues(test, file: file, line: line) }

  /// Returns a promise of the elements of the value that satisfy a predicate, which runs on a queue. Renamed to
  /// `filterValues`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `test` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - test: Returns whether to keep an element. It is called with each element, in order; it runs on `queue`.
  /// - Returns: A promise of the elements that are kept, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.filter(test) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func filter(
    on queue: DispatchQueue?, test: @escaping @Sendable (Value.Element) -> Bool, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<[Value.Element]> { filterValues(on: queue, test, file: file, line: line) }
}

extension Promise where Value: Collection, Value.Element: Sendable {
  /// A promise of the first element of the value, which is rejected with `PromiseError.emptySequence` if there is none.
  /// Renamed to `firstValue`.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `compactMap { $0.first }`, or `firstValue`.")
  @_alwaysEmitIntoClient
  public var first: Promise<Value.Element> { firstValue }

  /// A promise of the last element of the value, which is rejected with `PromiseError.emptySequence` if there is none.
  /// Renamed to `lastValue`.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `compactMap { $0.last }`, or `lastValue`.")
  @_alwaysEmitIntoClient
  public var last: Promise<Value.Element> { lastValue }
}

extension Promise where Value: Sequence, Value.Element: Comparable & Sendable {
  /// Returns a promise of the elements of the value in ascending order. Renamed to `sortedValues`.
  ///
  /// - Parameter queue: The queue on which to sort, or `nil`, the default, to sort inline, on the thread that settles
  ///   this promise.
  /// - Returns: A promise of the sorted elements.
  /// - Complexity: O(*n* log *n*) in the number of elements.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.sorted() }`.")
  @_alwaysEmitIntoClient
  public func sorted(
    on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Value.Element]> { sortedValues(on: queue, file: file, line: line) }
}
