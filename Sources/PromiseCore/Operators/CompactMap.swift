public import Dispatch

extension Thenable {
  /// Turns the value into another one, if there is one. From PromiseKit.
  ///
  /// ```swift
  /// read(file).compactMap { Int($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - transform: Called with the value; runs where it was written. If it returns `nil`, the new promise is rejected
  ///     with ``PromiseError/compactMap(_:_:)``; if it throws, with that error.
  @_alwaysEmitIntoClient
  public func compactMap<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) throws -> U?,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { compactMapValue(Handler(transform), CreationSite(file, line)) }

  /// Turns the value, on a queue, into another one, if there is one. From PromiseKit.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func compactMap<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value) throws -> U?, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { compactMapValue(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Turns the value into a property of it, if that is there. From PromiseKit.
  @_alwaysEmitIntoClient
  public func compactMap<U: Sendable>(
    _ keyPath: any KeyPath<Value, U?> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { compactMapValue(Handler(on: nil) { $0[keyPath: keyPath] }, CreationSite(file, line)) }

  @_alwaysEmitIntoClient
  func compactMapValue<U: Sendable>(_ handler: Handler<Value, U?, any Error>, _ site: CreationSite) -> Promise<
    U
  > {
    _promise.deriveMapped(
      handler.adapted { transform, value in
        guard let new = try transform(value) else { throw PromiseError.compactMap(value, U.self) }
        return new
      }, site)
  }
}
