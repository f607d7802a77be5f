public import Dispatch

extension Thenable where Value: Sequence {
  /// Turns each element of the value into a promise, and waits for all of them. From PromiseKit.
  ///
  /// - Parameters:
  ///   - transform: Called with each element, in order; runs where it was written. If it throws, the new promise is
  ///     rejected, and the promises made so far are cancelled.
  @_alwaysEmitIntoClient
  public func thenMap<U: Thenable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value.Element) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Value]> { thenMapElements(Handler(transform), CreationSite(file, line)) }

  /// The same on a queue. From PromiseKit.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func thenMap<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value.Element) throws -> U, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<[U.Value]> { thenMapElements(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  @_alwaysEmitIntoClient
  func thenMapElements<U: Thenable>(
    _ handler: Handler<Value.Element, U, any Error>, _ site: CreationSite
  ) -> Promise<[U.Value]> {
    _promise.deriveAdopting(
      handler.adapted { transform, values in try whenFulfilled(mapping: values) { try transform($0) } }, site)
  }
}
