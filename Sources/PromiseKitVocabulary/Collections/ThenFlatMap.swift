public import Dispatch
public import PromiseCore

extension Promise where Value: Sequence {
  /// Transforms each element of the value into a promise of a sequence, and concatenates the sequences.
  ///
  /// - Parameter transform: Called with each element, in order. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the concatenated elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `thenMap(transform).map { $0.flatMap { $0 } }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func thenFlatMap<U: Thenable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Value.Element]> where U.Value: Sequence, U.Value.Element: Sendable {
    thenFlatMapElements(Handler(transform), CreationSite(file, line))
  }

  /// Transforms each element of the value into a promise of a sequence on a queue, and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - flags: The flags of the work item in which `transform` runs, as in Dispatch.
  ///   - transform: Called with each element, in order; it runs on `queue`. If it throws, the returned promise is
  ///     rejected with that error.
  /// - Returns: A promise of the concatenated elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `thenMap(transform).map { $0.flatMap { $0 } }`.")
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
    typed.deriveAdopting(
      handler.adapted { transform, values in try whenFulfilled(mapping: values) { try transform($0) } }, site
    ).typed.deriveMapped(Handler(on: nil, flags: nil) { (lists: [U.Value]) in lists.flatMap { $0 } }, site)
  }
}

extension Guarantee where Value: Sequence {
  /// Transforms each element of the value into a promise of a sequence, and concatenates the sequences.
  ///
  /// - Parameter transform: Called with each element, in order. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the concatenated elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `thenMap(transform).map { $0.flatMap { $0 } }`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func thenFlatMap<U: Thenable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Value.Element]> where U.Value: Sequence, U.Value.Element: Sendable {
    thenFlatMapElements(Handler(transform), CreationSite(file, line))
  }

  /// Transforms each element of the value into a promise of a sequence on a queue, and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - flags: The flags of the work item in which `transform` runs, as in Dispatch.
  ///   - transform: Called with each element, in order; it runs on `queue`. If it throws, the returned promise is
  ///     rejected with that error.
  /// - Returns: A promise of the concatenated elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `thenMap(transform).map { $0.flatMap { $0 } }`.")
  @preconcurrency @_disfavoredOverload
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
    typed.deriveAdopting(
      handler.adapted { transform, values in try whenFulfilled(mapping: values) { try transform($0) } }, site
    ).typed.deriveMapped(Handler(on: nil, flags: nil) { (lists: [U.Value]) in lists.flatMap { $0 } }, site)
  }
}

extension Guarantee where Value: Sequence {
  /// Transforms each element of the value into a guarantee of a sequence, and concatenates the sequences.
  ///
  /// - Parameter transform: Called with each element, in order. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none.
  /// - Returns: A guarantee of the concatenated elements, in order.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message: "Use `then { when(guarantees: $0.map(transform)) }.map { $0.flatMap { $0 } }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func thenFlatMap<U>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) -> Guarantee<U>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U.Element]> where U: Sequence, U.Element: Sendable {
    thenFlatMapElements(Handler(transform), CreationSite(file, line))
  }

  /// Transforms each element of the value into a guarantee of a sequence on a queue, and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that fulfills this
  ///     guarantee.
  ///   - flags: The flags of the work item in which `transform` runs, as in Dispatch.
  ///   - transform: Called with each element, in order; it runs on `queue`.
  /// - Returns: A guarantee of the concatenated elements, in order.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message: "Use `then { when(guarantees: $0.map(transform)) }.map { $0.flatMap { $0 } }`."
  )
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
    typed.deriveAdopting(handler.adapted { transform, values in when(guarantees: values.map { transform($0) }) }, site)
      .typed.deriveMapped(Handler(on: nil, flags: nil) { (lists: [U]) in lists.flatMap { $0 } }, site)
  }
}
