public import Dispatch

extension Thenable where Value: Sequence {
  /// Turns each element of the value into another one. From PromiseKit.
  ///
  /// - Parameters:
  ///   - transform: Called with each element, in order; runs where it was written. If it throws, the new promise is
  ///     rejected.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.map(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func mapValues<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> { mapElements(Handler(transform), CreationSite(file, line)) }

  /// The same on a queue. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.map(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func mapValues<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> { mapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Turns each element of the value into a property of it. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.map(transform) }`.")
  @_alwaysEmitIntoClient
  public func mapValues<U: Sendable>(
    _ keyPath: any KeyPath<Value.Element, U> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> { mapValues(on: nil, { $0[keyPath: keyPath] }, file: file, line: line) }

  @_alwaysEmitIntoClient
  func mapElements<U: Sendable>(
    _ handler: Handler<Value.Element, U, any Error>, _ site: CreationSite
  ) -> Promise<[U]> {
    _promise.deriveMapped(handler.adapted { transform, values in try values.map { try transform($0) } }, site)
  }
}

extension Guarantee where Value: Sequence {
  /// Turns each element of the value into another one. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.map(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func mapValues<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U]> { mapElements(Handler(transform), CreationSite(file, line)) }

  /// The same on a queue. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.map(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func mapValues<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U]> { mapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Turns each element of the value into a property of it. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.map(transform) }`.")
  @_alwaysEmitIntoClient
  public func mapValues<U: Sendable>(
    _ keyPath: any KeyPath<Value.Element, U> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U]> { mapValues(on: nil, { $0[keyPath: keyPath] }, file: file, line: line) }

  @_alwaysEmitIntoClient
  func mapElements<U: Sendable>(
    _ handler: Handler<Value.Element, U, Never>, _ site: CreationSite
  ) -> Guarantee<[U]> {
    deriveMapped(handler.adapted { transform, values in values.map { transform($0) } }, site)
  }
}
