public import Dispatch
public import PromiseCore

extension Promise where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise of the elements of the value that satisfy a predicate.
  ///
  /// - Parameter isIncluded: Returns whether to keep an element. It is called with each element, in order. It runs on
  ///   the actor of the surrounding code, or on `DispatchQueue.promises` if there is none. If it throws, the returned
  ///   promise is rejected with that error.
  /// - Returns: A promise of the elements that are kept, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.filter(isIncluded) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func filterValues(
    @_inheritActorContext(always) _ isIncluded: @escaping @isolated(any) @Sendable (Value.Element) throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Value.Element]> { filterElements(Handler(isIncluded), CreationSite(file, line)) }

  /// Returns a promise of the elements of the value that satisfy a predicate, which runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `isIncluded` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - flags: The flags of the work item in which `isIncluded` runs, as in Dispatch.
  ///   - isIncluded: Returns whether to keep an element. It is called with each element, in order; it runs on `queue`.
  ///     If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the elements that are kept, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.filter(isIncluded) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func filterValues(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping @Sendable (Value.Element) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Value.Element]> {
    filterElements(Handler(on: queue, flags: flags, isIncluded), CreationSite(file, line))
  }

  /// Returns a promise of the elements of the value for which a property is `true`.
  ///
  /// - Parameters:
  ///   - keyPath: The property that states whether to keep an element.
  ///   - noClosure: Do not pass this argument. It keeps the compiler from trying this overload for a trailing closure.
  /// - Returns: A promise of the elements that are kept, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.filter { $0.property } }`.")
  @_alwaysEmitIntoClient
  public func filterValues(
    _ keyPath: any KeyPath<Value.Element, Bool> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Value.Element]> { filterValues(on: nil, { $0[keyPath: keyPath] }, file: file, line: line) }

  @_alwaysEmitIntoClient
  func filterElements(
    _ handler: Handler<Value.Element, Bool, any Error>, _ site: CreationSite
  ) -> Promise<[Value.Element]> {
    typed.deriveMapped(handler.adapted { isIncluded, values in try values.filter { try isIncluded($0) } }, site)
  }
}

extension Guarantee where Value: Sequence, Value.Element: Sendable {
  /// Returns a promise of the elements of the value that satisfy a predicate.
  ///
  /// - Parameter isIncluded: Returns whether to keep an element. It is called with each element, in order. It runs on
  ///   the actor of the surrounding code, or on `DispatchQueue.promises` if there is none. If it throws, the returned
  ///   promise is rejected with that error.
  /// - Returns: A promise of the elements that are kept, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.filter(isIncluded) }`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func filterValues(
    @_inheritActorContext(always) _ isIncluded: @escaping @isolated(any) @Sendable (Value.Element) throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Value.Element]> { filterElements(Handler(isIncluded), CreationSite(file, line)) }

  /// Returns a promise of the elements of the value that satisfy a predicate, which runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `isIncluded` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - flags: The flags of the work item in which `isIncluded` runs, as in Dispatch.
  ///   - isIncluded: Returns whether to keep an element. It is called with each element, in order; it runs on `queue`.
  ///     If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the elements that are kept, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.filter(isIncluded) }`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func filterValues(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping @Sendable (Value.Element) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Value.Element]> {
    filterElements(Handler(on: queue, flags: flags, isIncluded), CreationSite(file, line))
  }

  @_alwaysEmitIntoClient
  func filterElements(
    _ handler: Handler<Value.Element, Bool, any Error>, _ site: CreationSite
  ) -> Promise<[Value.Element]> {
    typed.deriveMapped(handler.adapted { isIncluded, values in try values.filter { try isIncluded($0) } }, site)
  }
}

extension Guarantee where Value: Sequence, Value.Element: Sendable {
  /// Returns a guarantee of the elements of the value that satisfy a predicate.
  ///
  /// - Parameter isIncluded: Returns whether to keep an element. It is called with each element, in order. It runs on
  ///   the actor of the surrounding code, or on `DispatchQueue.promises` if there is none.
  /// - Returns: A guarantee of the elements that are kept, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.filter(isIncluded) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func filterValues(
    @_inheritActorContext(always) _ isIncluded: @escaping @isolated(any) @Sendable (Value.Element) -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[Value.Element]> { filterElements(Handler(isIncluded), CreationSite(file, line)) }

  /// Returns a guarantee of the elements of the value that satisfy a predicate, which runs on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `isIncluded` runs, or `nil` to run it inline, on the thread that fulfills this
  ///     guarantee.
  ///   - flags: The flags of the work item in which `isIncluded` runs, as in Dispatch.
  ///   - isIncluded: Returns whether to keep an element. It is called with each element, in order; it runs on `queue`.
  /// - Returns: A guarantee of the elements that are kept, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.filter(isIncluded) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func filterValues(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping @Sendable (Value.Element) -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[Value.Element]> {
    filterElements(Handler(on: queue, flags: flags, isIncluded), CreationSite(file, line))
  }

  /// Returns a guarantee of the elements of the value for which a property is `true`.
  ///
  /// - Parameters:
  ///   - keyPath: The property that states whether to keep an element.
  ///   - noClosure: Do not pass this argument. It keeps the compiler from trying this overload for a trailing closure.
  /// - Returns: A guarantee of the elements that are kept, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.filter { $0.property } }`.")
  @_alwaysEmitIntoClient
  public func filterValues(
    _ keyPath: any KeyPath<Value.Element, Bool> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[Value.Element]> { filterValues(on: nil, { $0[keyPath: keyPath] }, file: file, line: line) }

  @_alwaysEmitIntoClient
  func filterElements(
    _ handler: Handler<Value.Element, Bool, Never>, _ site: CreationSite
  ) -> Guarantee<[Value.Element]> {
    typed.deriveMapped(handler.adapted { isIncluded, values in values.filter { isIncluded($0) } }, site)
  }
}
