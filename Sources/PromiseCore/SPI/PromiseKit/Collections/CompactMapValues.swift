public import Dispatch

extension Thenable where Value: Sequence {
  /// Turns each element of the value into another one, and leaves out those for which there is none. From PromiseKit.
  ///
  /// - Parameters:
  ///   - transform: Called with each element, in order; runs where it was written. If it throws, the new promise is
  ///     rejected.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.compactMap(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func compactMapValues<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U?,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> { compactMapElements(Handler(transform), CreationSite(file, line)) }

  /// The same on a queue. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.compactMap(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func compactMapValues<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) throws -> U?, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> { compactMapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Turns each element into a property of it, and leaves out those that have none. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.compactMap(transform) }`.")
  @_alwaysEmitIntoClient
  public func compactMapValues<U: Sendable>(
    _ keyPath: any KeyPath<Value.Element, U?> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> { compactMapValues(on: nil, { $0[keyPath: keyPath] }, file: file, line: line) }

  @_alwaysEmitIntoClient
  func compactMapElements<U: Sendable>(
    _ handler: Handler<Value.Element, U?, any Error>, _ site: CreationSite
  ) -> Promise<[U]> {
    _promise.deriveMapped(handler.adapted { transform, values in try values.compactMap { try transform($0) } }, site)
  }
}

extension Guarantee where Value: Sequence {
  /// Turns each element of the value into another one, and leaves out those for which there is none. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.compactMap(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func compactMapValues<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) -> U?,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U]> { compactMapElements(Handler(transform), CreationSite(file, line)) }

  /// The same on a queue. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.compactMap(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func compactMapValues<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) -> U?, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U]> { compactMapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Turns each element into a property of it, and leaves out those that have none. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.compactMap(transform) }`.")
  @_alwaysEmitIntoClient
  public func compactMapValues<U: Sendable>(
    _ keyPath: any KeyPath<Value.Element, U?> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U]> { compactMapValues(on: nil, { $0[keyPath: keyPath] }, file: file, line: line) }

  @_alwaysEmitIntoClient
  func compactMapElements<U: Sendable>(
    _ handler: Handler<Value.Element, U?, Never>, _ site: CreationSite
  ) -> Guarantee<[U]> {
    deriveMapped(handler.adapted { transform, values in values.compactMap { transform($0) } }, site)
  }
}
