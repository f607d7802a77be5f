public import Dispatch

extension Thenable where Value: Sequence {
  /// Turns each element of the value into several others, in one array. From PromiseKit.
  ///
  /// - Parameters:
  ///   - transform: Called with each element, in order; runs where it was written. If it throws, the new promise is
  ///     rejected.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.flatMap(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func flatMapValues<U: Sequence & Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Element]> where U.Element: Sendable { flatMapElements(Handler(transform), CreationSite(file, line)) }

  /// The same on a queue. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.flatMap(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func flatMapValues<U: Sequence & Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Element]> where U.Element: Sendable {
    flatMapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line))
  }

  @_alwaysEmitIntoClient
  func flatMapElements<U: Sequence & Sendable>(
    _ handler: Handler<Value.Element, U, any Error>, _ site: CreationSite
  ) -> Promise<[U.Element]> where U.Element: Sendable {
    _promise.deriveMapped(handler.adapted { transform, values in try values.flatMap { try transform($0) } }, site)
  }
}

extension Guarantee where Value: Sequence {
  /// Turns each element of the value into several others, in one array. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.flatMap(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func flatMapValues<U: Sequence & Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U.Element]> where U.Element: Sendable {
    flatMapElements(Handler(transform), CreationSite(file, line))
  }

  /// The same on a queue. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `map { $0.flatMap(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func flatMapValues<U: Sequence & Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U.Element]> where U.Element: Sendable {
    flatMapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line))
  }

  @_alwaysEmitIntoClient
  func flatMapElements<U: Sequence & Sendable>(
    _ handler: Handler<Value.Element, U, Never>, _ site: CreationSite
  ) -> Guarantee<[U.Element]> where U.Element: Sendable {
    deriveMapped(handler.adapted { transform, values in values.flatMap { transform($0) } }, site)
  }
}
