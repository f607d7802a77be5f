public import Dispatch
public import PromiseCore

extension Promise where Value: Sequence, Value.Element: Comparable & Sendable {
  /// Returns a promise of the elements of the value in ascending order.
  ///
  /// - Parameters:
  ///   - queue: The queue on which to sort, or `nil`, the default, to sort inline, on the thread that settles this
  ///     promise.
  ///   - flags: The flags of the work item, as in Dispatch.
  /// - Returns: A promise of the sorted elements.
  /// - Complexity: O(*n* log *n*) in the number of elements.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.sorted() }`.")
  @_alwaysEmitIntoClient
  public func sortedValues(
    on queue: DispatchQueue? = nil, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<[Value.Element]> { map(on: queue, flags: flags, { $0.sorted() }, file: file, line: line) }
}

extension Guarantee where Value: Sequence, Value.Element: Comparable & Sendable {
  /// Returns a guarantee of the elements of the value in ascending order.
  ///
  /// - Parameters:
  ///   - queue: The queue on which to sort, or `nil`, the default, to sort inline, on the thread that fulfills this
  ///     guarantee.
  ///   - flags: The flags of the work item, as in Dispatch.
  /// - Returns: A guarantee of the sorted elements.
  /// - Complexity: O(*n* log *n*) in the number of elements.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.sorted() }`.")
  @_alwaysEmitIntoClient
  public func sortedValues(
    on queue: DispatchQueue? = nil, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<[Value.Element]> { map(on: queue, flags: flags, { $0.sorted() }, file: file, line: line) }
}

extension Promise where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise of the elements of the value, sorted by a predicate.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `areInIncreasingOrder` runs, or `nil` to run it inline, on the thread that settles
  ///     this promise.
  ///   - flags: The flags of the work item in which `areInIncreasingOrder` runs, as in Dispatch.
  ///   - areInIncreasingOrder: Returns whether its first argument should be sorted before its second argument. It runs
  ///     on `queue`.
  /// - Returns: A promise of the sorted elements.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.sorted(by: areInIncreasingOrder) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func sortedValues(
    on queue: DispatchQueue? = DispatchQueue.promises, flags: DispatchWorkItemFlags? = nil,
    _ areInIncreasingOrder: @escaping @Sendable (Value.Element, Value.Element) -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Value.Element]> {
    map(on: queue, flags: flags, { $0.sorted(by: areInIncreasingOrder) }, file: file, line: line)
  }
}

extension Guarantee where Value: Sequence, Value.Element: Sendable {
  /// Returns a guarantee of the elements of the value, sorted by a predicate.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `areInIncreasingOrder` runs, or `nil` to run it inline, on the thread that fulfills
  ///     this guarantee.
  ///   - flags: The flags of the work item in which `areInIncreasingOrder` runs, as in Dispatch.
  ///   - areInIncreasingOrder: Returns whether its first argument should be sorted before its second argument. It runs
  ///     on `queue`.
  /// - Returns: A guarantee of the sorted elements.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.sorted(by: areInIncreasingOrder) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func sortedValues(
    on queue: DispatchQueue? = DispatchQueue.promises, flags: DispatchWorkItemFlags? = nil,
    _ areInIncreasingOrder: @escaping @Sendable (Value.Element, Value.Element) -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[Value.Element]> {
    map(on: queue, flags: flags, { $0.sorted(by: areInIncreasingOrder) }, file: file, line: line)
  }
}
