public import Dispatch
public import PromiseCore

extension Guarantee where Value: Sequence {
  /// Transforms each element of the value into a guarantee, and waits for all guarantees.
  ///
  /// - Parameter transform: Called with each element, in order. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none.
  /// - Returns: A guarantee of the values, in the order of the elements.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Use `then { when(guarantees: $0.map(transform)) }`. Without `@_spi(PromiseKit)`, `thenMap` returns a promise."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func thenMap<U>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) -> Guarantee<U>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U]> { thenMapElements(Handler(transform), CreationSite(file, line)) }

  /// Transforms each element of the value into a guarantee on a queue, and waits for all guarantees.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that fulfills this
  ///     guarantee.
  ///   - flags: The flags of the work item in which `transform` runs, as in Dispatch.
  ///   - transform: Called with each element, in order; it runs on `queue`.
  /// - Returns: A guarantee of the values, in the order of the elements.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Use `then { when(guarantees: $0.map(transform)) }`. Without `@_spi(PromiseKit)`, `thenMap` returns a promise."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func thenMap<U>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) -> Guarantee<U>, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U]> { thenMapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Returns a guarantee of the values of the guarantees that a handler returns.
  @_alwaysEmitIntoClient
  func thenMapElements<U>(
    _ handler: Handler<Value.Element, Guarantee<U>, Never>, _ site: CreationSite
  ) -> Guarantee<[U]> {
    typed.deriveAdopting(handler.adapted { transform, values in when(guarantees: values.map { transform($0) }) }, site)
  }
}
