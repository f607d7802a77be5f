public import Dispatch

extension Thenable where Value: Sequence {
  /// Turns each element of the value into a promise of several others, and puts them into one array. From PromiseKit.
  ///
  /// - Parameters:
  ///   - transform: Called with each element, in order; runs where it was written. If it throws, the new promise is
  ///     rejected, and the promises made so far are cancelled.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `thenMap(transform).map { $0.flatMap { $0 } }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func thenFlatMap<U: Thenable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Value.Element]> where U.Value: Sequence, U.Value.Element: Sendable {
    thenFlatMapElements(Handler(transform), CreationSite(file, line))
  }

  /// The same on a queue. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `thenMap(transform).map { $0.flatMap { $0 } }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func thenFlatMap<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Value.Element]> where U.Value: Sequence, U.Value.Element: Sendable {
    thenFlatMapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line))
  }

  @_alwaysEmitIntoClient
  func thenFlatMapElements<U: Thenable>(
    _ handler: Handler<Value.Element, U, any Error>, _ site: CreationSite
  ) -> Promise<[U.Value.Element]> where U.Value: Sequence, U.Value.Element: Sendable {
    _promise.deriveAdopting(
      handler.adapted { transform, values in try whenFulfilled(mapping: values) { try transform($0) } }, site
    ).deriveMapped(Handler(on: nil, flags: nil) { (lists: [U.Value]) in lists.flatMap { $0 } }, site)
  }
}

extension Guarantee where Value: Sequence {
  /// Turns each element of the value into a guarantee of several others, and puts them into one array. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `thenMap(transform).map { $0.flatMap { $0 } }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func thenFlatMap<U>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) -> Guarantee<U>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U.Element]> where U: Sequence, U.Element: Sendable {
    thenFlatMapElements(Handler(transform), CreationSite(file, line))
  }

  /// The same on a queue. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Write `thenMap(transform).map { $0.flatMap { $0 } }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func thenFlatMap<U>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) -> Guarantee<U>, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U.Element]> where U: Sequence, U.Element: Sendable {
    thenFlatMapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line))
  }

  @_alwaysEmitIntoClient
  func thenFlatMapElements<U>(
    _ handler: Handler<Value.Element, Guarantee<U>, Never>, _ site: CreationSite
  ) -> Guarantee<[U.Element]> where U: Sequence, U.Element: Sendable {
    deriveAdopting(handler.adapted { transform, values in when(guarantees: values.map { transform($0) }) }, site)
      .deriveMapped(Handler(on: nil, flags: nil) { (lists: [U]) in lists.flatMap { $0 } }, site)
  }
}
