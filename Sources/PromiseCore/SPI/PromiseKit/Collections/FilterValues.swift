public import Dispatch

extension Thenable where Value: Sequence, Value.Element: Sendable {
  /// Keeps those elements of the value that `isIncluded` wants. From PromiseKit.
  ///
  /// - Parameters:
  ///   - isIncluded: Called with each element, in order; runs where it was written. If it throws, the new promise is
  ///     rejected.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.filter(isIncluded) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func filterValues(
    @_inheritActorContext(always) _ isIncluded: @escaping @isolated(any) @Sendable (Value.Element) throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Value.Element]> { filterElements(Handler(isIncluded), CreationSite(file, line)) }

  /// The same on a queue. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.filter(isIncluded) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func filterValues(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping @Sendable (Value.Element) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Value.Element]> {
    filterElements(Handler(on: queue, flags: flags, isIncluded), CreationSite(file, line))
  }

  /// Keeps those elements of the value of which a property is true. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.filter(isIncluded) }`.")
  @_alwaysEmitIntoClient
  public func filterValues(
    _ keyPath: any KeyPath<Value.Element, Bool> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[Value.Element]> { filterValues(on: nil, { $0[keyPath: keyPath] }, file: file, line: line) }

  @_alwaysEmitIntoClient
  func filterElements(
    _ handler: Handler<Value.Element, Bool, any Error>, _ site: CreationSite
  ) -> Promise<[Value.Element]> {
    _promise.deriveMapped(handler.adapted { isIncluded, values in try values.filter { try isIncluded($0) } }, site)
  }
}

extension Guarantee where Value: Sequence, Value.Element: Sendable {
  /// Keeps those elements of the value that `isIncluded` wants. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.filter(isIncluded) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func filterValues(
    @_inheritActorContext(always) _ isIncluded: @escaping @isolated(any) @Sendable (Value.Element) -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[Value.Element]> { filterElements(Handler(isIncluded), CreationSite(file, line)) }

  /// The same on a queue. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.filter(isIncluded) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func filterValues(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping @Sendable (Value.Element) -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[Value.Element]> {
    filterElements(Handler(on: queue, flags: flags, isIncluded), CreationSite(file, line))
  }

  /// Keeps those elements of the value of which a property is true. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.filter(isIncluded) }`.")
  @_alwaysEmitIntoClient
  public func filterValues(
    _ keyPath: any KeyPath<Value.Element, Bool> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[Value.Element]> { filterValues(on: nil, { $0[keyPath: keyPath] }, file: file, line: line) }

  @_alwaysEmitIntoClient
  func filterElements(
    _ handler: Handler<Value.Element, Bool, Never>, _ site: CreationSite
  ) -> Guarantee<[Value.Element]> {
    deriveMapped(handler.adapted { isIncluded, values in values.filter { isIncluded($0) } }, site)
  }
}
