public import Dispatch

extension Thenable {
  /// Turns the value into another one, if there is one. From PromiseKit.
  ///
  /// ```swift
  /// read(file).compactMap { Int($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  ///   - transform: Called with the value; runs where it was written. If it returns `nil`, the new promise is rejected
  ///     with ``PromiseError/compactMap(_:_:)``; if it throws, with that error.
  @preconcurrency
  public func compactMap<U: Sendable>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) throws -> U?
  ) -> Promise<U> { compactMapValue(Handler(transform), CreationSite(file, line)) }

  /// Turns the value, on a queue, into another one, if there is one. From PromiseKit.
  @preconcurrency
  public func compactMap<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Value) throws -> U?
  ) -> Promise<U> { compactMapValue(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Turns the value into a property of it, if that is there. From PromiseKit.
  public func compactMap<U: Sendable>(
    _ keyPath: any KeyPath<Value, U?> & Sendable, file: StaticString = #fileID, line: UInt = #line,
    _ noClosure: ((Never) -> Never)? = nil  // keeps closures from this form: they would come here
  ) -> Promise<U> { compactMap(on: nil, file: file, line: line) { $0[keyPath: keyPath] } }

  private func compactMapValue<U: Sendable>(_ handler: Handler<Value, U?, any Error>, _ site: CreationSite) -> Promise<
    U
  > {
    _promise.deriveMapped(
      handler.adapted { transform, value in
        guard let new = try transform(value) else { throw PromiseError.compactMap(value, U.self) }
        return new
      }, site)
  }
}
