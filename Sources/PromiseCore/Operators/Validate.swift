public import Dispatch

extension Thenable {
  /// Lets a value pass only if it is valid. From google/promises.
  ///
  /// ```swift
  /// fetch(url).validate { $0.status == 200 }
  /// ```
  ///
  /// - Parameters:
  ///   - predicate: Called with the value; runs where it was written. If it returns `false`, the new promise is
  ///     rejected with ``PromiseError/validationFailed``; if it throws, with that error, which may say what is wrong.
  @_alwaysEmitIntoClient
  public func validate(
    @_inheritActorContext(always) _ predicate: @escaping @isolated(any) @Sendable (Value) throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { validateValue(Handler(predicate), CreationSite(file, line)) }

  /// Lets a value pass only if it is valid, which is found out on a queue. From google/promises.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func validate(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ predicate: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { validateValue(Handler(on: queue, flags: flags, predicate), CreationSite(file, line)) }

  @_alwaysEmitIntoClient
  func validateValue(_ handler: Handler<Value, Bool, any Error>, _ site: CreationSite) -> Promise<Value> {
    _promise.deriveMapped(
      handler.adapted { predicate, value in
        guard try predicate(value) else { throw PromiseError.validationFailed }
        return value
      }, site)
  }
}
