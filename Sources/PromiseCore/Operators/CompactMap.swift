public import Dispatch

extension Promise {
  /// Returns a promise of the non-`nil` result of transforming the value.
  ///
  /// ```swift
  /// read(file).compactMap { Int($0) }
  /// ```
  ///
  /// If this promise is rejected, `transform` does not run and the error is passed on.
  ///
  /// - Parameter transform: A closure that transforms the value. If it returns `nil`, the new promise is rejected with
  ///   ``PromiseError/compactMap(_:_:)``; if it throws, with that error. It runs on the actor it is isolated to, or on
  ///   `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise of the result. Canceling it also cancels this promise, if this promise has no other consumer.
  @_alwaysEmitIntoClient
  public func compactMap<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) throws -> U?,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.compactMapValue(Handler(transform), CreationSite(file, line)) }

  /// Returns a promise of the non-`nil` result of a transformation that runs on a queue.
  ///
  /// See `compactMap(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `transform`.
  ///   - transform: A closure that transforms the value. If it returns `nil`, the new promise is rejected with
  ///     ``PromiseError/compactMap(_:_:)``; if it throws, with that error.
  /// - Returns: A promise of the result.
  @_alwaysEmitIntoClient
  public func compactMap<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value) throws -> U?, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.compactMapValue(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Returns a promise of the non-`nil` value of an optional property.
  ///
  /// - Parameters:
  ///   - keyPath: The property. If it is `nil`, the new promise is rejected with ``PromiseError/compactMap(_:_:)``. It
  ///     is read inline, on the thread that settles this promise.
  ///   - noClosure: Do not pass this argument. It keeps the compiler from trying this overload for a trailing closure.
  /// - Returns: A promise of the property. Canceling it also cancels this promise, if this promise has no other
  ///   consumer.
  @_alwaysEmitIntoClient
  public func compactMap<U: Sendable>(
    _ keyPath: any KeyPath<Value, U?> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.compactMapValue(Handler(on: nil) { $0[keyPath: keyPath] }, CreationSite(file, line)) }
}

extension Guarantee {
  /// Returns a promise of the non-`nil` result of transforming the value.
  ///
  /// - Parameter transform: A closure that transforms the value. If it returns `nil`, the new promise is rejected with
  ///   ``PromiseError/compactMap(_:_:)``; if it throws, with that error. It runs on the actor it is isolated to, or on
  ///   `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise of the result. Canceling it also cancels this guarantee, if this guarantee has no other
  ///   consumer.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func compactMap<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) throws -> U?,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.compactMapValue(Handler(transform), CreationSite(file, line)) }

  /// Returns a promise of the non-`nil` result of a transformation that runs on a queue.
  ///
  /// See `compactMap(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that fulfills this
  ///     guarantee.
  ///   - flags: The flags of the work item that runs `transform`.
  ///   - transform: A closure that transforms the value. If it returns `nil`, the new promise is rejected with
  ///     ``PromiseError/compactMap(_:_:)``; if it throws, with that error.
  /// - Returns: A promise of the result.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func compactMap<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (Value) throws -> U?, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.compactMapValue(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Returns a promise of the non-`nil` value of an optional property.
  ///
  /// - Parameters:
  ///   - keyPath: The property. If it is `nil`, the new promise is rejected with ``PromiseError/compactMap(_:_:)``. It
  ///     is read inline, on the thread that fulfills this guarantee.
  ///   - noClosure: Do not pass this argument. It keeps the compiler from trying this overload for a trailing closure.
  /// - Returns: A promise of the property. Canceling it also cancels this guarantee, if this guarantee has no other
  ///   consumer.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func compactMap<U: Sendable>(
    _ keyPath: any KeyPath<Value, U?> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.compactMapValue(Handler(on: nil) { $0[keyPath: keyPath] }, CreationSite(file, line)) }
}

extension TypedPromise {
  /// Attaches a transformation that fails for a `nil` result.
  @_alwaysEmitIntoClient
  package func compactMapValue<U: Sendable>(_ handler: Handler<Value, U?, any Error>, _ site: CreationSite) -> Promise<
    U
  > {
    deriveMapped(
      handler.adapted { transform, value in
        guard let new = try transform(value) else { throw PromiseError.compactMap(value, U.self) }
        return new
      }, site)
  }
}
