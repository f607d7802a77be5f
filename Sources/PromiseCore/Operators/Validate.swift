public import Dispatch

extension Promise {
  /// Passes the value on if it satisfies a condition, and rejects the returned promise otherwise.
  ///
  /// ```swift
  /// fetch(url).validate { $0.status == 200 }
  /// ```
  ///
  /// If this promise is rejected, `predicate` does not run and the error is passed on.
  ///
  /// - Parameter predicate: A closure that returns whether the value is valid. If it returns `false`, the new promise
  ///   is rejected with ``PromiseError/validationFailed``; if it throws, with that error, which can give the reason. It
  ///   runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise of the same value. Canceling it also cancels this promise, if this promise has no other
  ///   consumer.
  @_alwaysEmitIntoClient
  public func validate(
    @_inheritActorContext(always) _ predicate: @escaping @isolated(any) @Sendable (Value) throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.validateValue(Handler(predicate), CreationSite(file, line)) }

  /// Attaches a validation that runs on a queue.
  ///
  /// See `validate(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `predicate` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `predicate`.
  ///   - predicate: A closure that returns whether the value is valid. If it returns `false`, the new promise is
  ///     rejected with ``PromiseError/validationFailed``; if it throws, with that error.
  /// - Returns: A promise of the same value.
  @_alwaysEmitIntoClient
  public func validate(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ predicate: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.validateValue(Handler(on: queue, flags: flags, predicate), CreationSite(file, line)) }
}

extension Guarantee {
  /// Passes the value on if it satisfies a condition, and rejects the returned promise otherwise.
  ///
  /// - Parameter predicate: A closure that returns whether the value is valid. If it returns `false`, the new promise
  ///   is rejected with ``PromiseError/validationFailed``; if it throws, with that error, which can give the reason. It
  ///   runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise of the same value. Canceling it also cancels this guarantee, if this guarantee has no other
  ///   consumer.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func validate(
    @_inheritActorContext(always) _ predicate: @escaping @isolated(any) @Sendable (Value) throws -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.validateValue(Handler(predicate), CreationSite(file, line)) }

  /// Attaches a validation that runs on a queue.
  ///
  /// See `validate(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `predicate` runs, or `nil` to run it inline, on the thread that fulfills this
  ///     guarantee.
  ///   - flags: The flags of the work item that runs `predicate`.
  ///   - predicate: A closure that returns whether the value is valid. If it returns `false`, the new promise is
  ///     rejected with ``PromiseError/validationFailed``; if it throws, with that error.
  /// - Returns: A promise of the same value.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func validate(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ predicate: @escaping @Sendable (Value) throws -> Bool, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { typed.validateValue(Handler(on: queue, flags: flags, predicate), CreationSite(file, line)) }
}

extension TypedPromise {
  /// Attaches a predicate that fails for an invalid value.
  @_alwaysEmitIntoClient
  package func validateValue(_ handler: Handler<Value, Bool, any Error>, _ site: CreationSite) -> Promise<Value> {
    deriveMapped(
      handler.adapted { predicate, value in
        guard try predicate(value) else { throw PromiseError.validationFailed }
        return value
      }, site)
  }
}
