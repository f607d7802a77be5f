public import Dispatch
public import PromiseCore

extension Promise where Value: Sequence {
  /// Transforms each element of the value into a sequence, and concatenates the sequences.
  ///
  /// - Parameter transform: Called with each element, in order. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the concatenated elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.flatMap(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func flatMapValues<U: Sequence & Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Element]> where U.Element: Sendable { flatMapElements(Handler(transform), CreationSite(file, line)) }

  /// Transforms each element of the value into a sequence on a queue, and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - flags: The flags of the work item in which `transform` runs, as in Dispatch.
  ///   - transform: Called with each element, in order; it runs on `queue`. If it throws, the returned promise is
  ///     rejected with that error.
  /// - Returns: A promise of the concatenated elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.flatMap(transform) }`.")
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
    typed.deriveMapped(handler.adapted { transform, values in try values.flatMap { try transform($0) } }, site)
  }
}

extension Guarantee where Value: Sequence {
  /// Transforms each element of the value into a sequence, and concatenates the sequences.
  ///
  /// - Parameter transform: Called with each element, in order. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the concatenated elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.flatMap(transform) }`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func flatMapValues<U: Sequence & Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Element]> where U.Element: Sendable { flatMapElements(Handler(transform), CreationSite(file, line)) }

  /// Transforms each element of the value into a sequence on a queue, and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - flags: The flags of the work item in which `transform` runs, as in Dispatch.
  ///   - transform: Called with each element, in order; it runs on `queue`. If it throws, the returned promise is
  ///     rejected with that error.
  /// - Returns: A promise of the concatenated elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.flatMap(transform) }`.")
  @preconcurrency @_disfavoredOverload
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
    typed.deriveMapped(handler.adapted { transform, values in try values.flatMap { try transform($0) } }, site)
  }
}

extension Guarantee where Value: Sequence {
  /// Transforms each element of the value into a sequence, and concatenates the sequences.
  ///
  /// - Parameter transform: Called with each element, in order. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none.
  /// - Returns: A guarantee of the concatenated elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.flatMap(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func flatMapValues<U: Sequence & Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U.Element]> where U.Element: Sendable {
    flatMapElements(Handler(transform), CreationSite(file, line))
  }

  /// Transforms each element of the value into a sequence on a queue, and concatenates the sequences.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that fulfills this
  ///     guarantee.
  ///   - flags: The flags of the work item in which `transform` runs, as in Dispatch.
  ///   - transform: Called with each element, in order; it runs on `queue`.
  /// - Returns: A guarantee of the concatenated elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.flatMap(transform) }`.")
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
    typed.deriveMapped(handler.adapted { transform, values in values.flatMap { transform($0) } }, site)
  }
}
