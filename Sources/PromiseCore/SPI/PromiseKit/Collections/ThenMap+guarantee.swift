public import Dispatch

extension Guarantee where Value: Sequence {
  /// Turns each element of the value into a guarantee, and waits for all of them. From PromiseKit.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Write `then { when(guarantees: $0.map(transform)) }`. Without `@_spi(PromiseKit)`, `thenMap` returns a promise."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func thenMap<U>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) -> Guarantee<U>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U]> { thenMapElements(Handler(transform), CreationSite(file, line)) }

  /// The same on a queue. From PromiseKit.
  @_spi(PromiseKit)
  @available(
    *, deprecated,
    message:
      "Write `then { when(guarantees: $0.map(transform)) }`. Without `@_spi(PromiseKit)`, `thenMap` returns a promise."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func thenMap<U>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) -> Guarantee<U>, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<[U]> { thenMapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  @_alwaysEmitIntoClient
  func thenMapElements<U>(
    _ handler: Handler<Value.Element, Guarantee<U>, Never>, _ site: CreationSite
  ) -> Guarantee<[U]> {
    deriveAdopting(handler.adapted { transform, values in when(guarantees: values.map { transform($0) }) }, site)
  }
}

/// Waits for all promises that `transform` makes. If it throws, those it has made are let go of, and so cancelled.
@_alwaysEmitIntoClient
package func whenFulfilled<Values: Sequence, U: Thenable>(
  mapping values: Values, _ transform: (Values.Element) throws -> U
) throws -> Promise<[U.Value]> {
  var made: [U] = []
  do {
    for value in values { made.append(try transform(value)) }
  } catch {
    // A consumer that comes and goes: whoever else wants them keeps them.
    let combined = when(fulfilled: made)
    combined.markObserved()
    combined.cancel()
    throw error
  }
  return when(fulfilled: made)
}
