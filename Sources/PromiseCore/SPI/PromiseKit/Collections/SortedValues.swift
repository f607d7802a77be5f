public import Dispatch

extension Thenable where Value: Sequence, Value.Element: Comparable & Sendable {
  /// The elements of the value in ascending order. From PromiseKit.
  ///
  /// - Parameters:
  ///   - queue: Where to sort; `nil`: on the thread that settles this promise.
  ///   - flags: As in Dispatch.
  /// - Complexity: O(*n* log *n*)
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.sorted() }`.")
  @_alwaysEmitIntoClient
  public func sortedValues(
    on queue: DispatchQueue? = nil, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<[Value.Element]> { map(on: queue, flags: flags, { $0.sorted() }, file: file, line: line) }
}

extension Guarantee where Value: Sequence, Value.Element: Comparable & Sendable {
  /// The elements of the value in ascending order. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.sorted() }`.")
  @_alwaysEmitIntoClient
  public func sortedValues(
    on queue: DispatchQueue? = nil, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<[Value.Element]> { map(on: queue, flags: flags, { $0.sorted() }, file: file, line: line) }
}

extension Thenable where Value: Sequence, Value.Element: Sendable {
  /// The elements of the value in the order that a handler says.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.sorted(by: areInIncreasingOrder) }`.")
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
  /// The elements of the value in the order that a handler says.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.sorted(by: areInIncreasingOrder) }`.")
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
