public import Dispatch
public import PromiseCore

extension Promise where Value: Sequence {
  /// Transforms each element of the value.
  ///
  /// - Parameter transform: Called with each element, in order. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the transformed elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.map(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func mapValues<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> { mapElements(Handler(transform), CreationSite(file, line)) }

  /// Transforms each element of the value on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - flags: The flags of the work item in which `transform` runs, as in Dispatch.
  ///   - transform: Called with each element, in order; it runs on `queue`. If it throws, the returned promise is
  ///     rejected with that error.
  /// - Returns: A promise of the transformed elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.map(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func mapValues<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> { mapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Replaces each element of the value with one of its properties.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - noClosure: Do not pass this argument. It keeps the compiler from trying this overload for a trailing closure.
  /// - Returns: A promise of the transformed elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.map { $0.property } }`.")
  @_alwaysEmitIntoClient
  public func mapValues<U: Sendable>(
    _ keyPath: any KeyPath<Value.Element, U> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> { mapValues(on: nil, { $0[keyPath: keyPath] }, file: file, line: line) }

  @_alwaysEmitIntoClient
  func mapElements<U: Sendable>(
    _ handler: Handler<Value.Element, U, any Error>, _ site: CreationSite
  ) -> Promise<[U]> {
    typed.deriveMapped(handler.adapted { transform, values in try values.map { try transform($0) } }, site)
  }
}

extension Guarantee where Value: Sequence {
  /// Transforms each element of the value.
  ///
  /// - Parameter transform: Called with each element, in order. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise of the transformed elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.map(transform) }`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func mapValues<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> { mapElements(Handler(transform), CreationSite(file, line)) }

  /// Transforms each element of the value on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles this
  ///     promise.
  ///   - flags: The flags of the work item in which `transform` runs, as in Dispatch.
  ///   - transform: Called with each element, in order; it runs on `queue`. If it throws, the returned promise is
  ///     rejected with that error.
  /// - Returns: A promise of the transformed elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.map(transform) }`.")
  @preconcurrency @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func mapValues<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U]> { mapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  @_alwaysEmitIntoClient
  func mapElements<U: Sendable>(
    _ handler: Handler<Value.Element, U, any Error>, _ site: CreationSite
  ) -> Promise<[U]> {
    typed.deriveMapped(handler.adapted { transform, values in try values.map { try transform($0) } }, site)
  }
}

extension Guarantee where Value: Sequence {
  /// Transforms each element of the value.
  ///
  /// - Parameter transform: Called with each element, in order. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none.
  /// - Returns: A guarantee of the transformed elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.map(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func mapValues<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U]> { mapElements(Handler(transform), CreationSite(file, line)) }

  /// Transforms each element of the value on a queue.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that fulfills this
  ///     guarantee.
  ///   - flags: The flags of the work item in which `transform` runs, as in Dispatch.
  ///   - transform: Called with each element, in order; it runs on `queue`.
  /// - Returns: A guarantee of the transformed elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.map(transform) }`.")
  @preconcurrency
  @_alwaysEmitIntoClient
  public func mapValues<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U]> { mapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Replaces each element of the value with one of its properties.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - noClosure: Do not pass this argument. It keeps the compiler from trying this overload for a trailing closure.
  /// - Returns: A guarantee of the transformed elements, in order.
  @_spi(PromiseKit) @available(*, deprecated, message: "Use `map { $0.map { $0.property } }`.")
  @_alwaysEmitIntoClient
  public func mapValues<U: Sendable>(
    _ keyPath: any KeyPath<Value.Element, U> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U]> { mapValues(on: nil, { $0[keyPath: keyPath] }, file: file, line: line) }

  @_alwaysEmitIntoClient
  func mapElements<U: Sendable>(
    _ handler: Handler<Value.Element, U, Never>, _ site: CreationSite
  ) -> Guarantee<[U]> {
    typed.deriveMapped(handler.adapted { transform, values in values.map { transform($0) } }, site)
  }
}
