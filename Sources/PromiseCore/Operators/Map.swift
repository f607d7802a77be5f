public import Dispatch

extension Promise {
  /// Returns a promise of the result of transforming the value.
  ///
  /// ```swift
  /// fetch(url).map { data in try JSONDecoder().decode(User.self, from: data) }
  /// ```
  ///
  /// If this promise is rejected, `transform` does not run and the error is passed on.
  ///
  /// - Parameter transform: A closure that transforms the value. If it throws, the new promise is rejected with that
  ///   error. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise of the result. Canceling it also cancels this promise, if this promise has no other consumer.
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.deriveMapped(Handler(transform), CreationSite(file, line)) }

  /// Attaches a transformation that runs on a queue.
  ///
  /// See ``map(_:file:line:)``.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - flags: The flags of the work item that runs `transform`.
  ///   - transform: A closure that transforms the value. If it throws, the new promise is rejected with that error.
  /// - Returns: A promise of the result.
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.deriveMapped(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Returns a promise of a property of the value.
  ///
  /// ```swift
  /// fetchUser().map(\.name)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property. It is read inline, on the thread that settles this promise.
  ///   - noClosure: Do not pass this argument. It keeps the compiler from trying this overload for a trailing closure.
  /// - Returns: A promise of the property. Canceling it also cancels this promise, if this promise has no other
  ///   consumer.
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    _ keyPath: any KeyPath<Value, U> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.deriveMapped(Handler(on: nil) { $0[keyPath: keyPath] }, CreationSite(file, line)) }
}

extension Guarantee {
  /// Returns a promise of the result of transforming the value.
  ///
  /// - Parameter transform: A closure that transforms the value. If it throws, the new promise is rejected with that
  ///   error. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A promise of the result. Canceling it also cancels this guarantee, if this guarantee has no other
  ///   consumer.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.deriveMapped(Handler(transform), CreationSite(file, line)) }

  /// Attaches a transformation that runs on a queue.
  ///
  /// See ``map(_:file:line:)``.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that fulfills this
  ///     guarantee.
  ///   - flags: The flags of the work item that runs `transform`.
  ///   - transform: A closure that transforms the value. If it throws, the new promise is rejected with that error.
  /// - Returns: A promise of the result.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { typed.deriveMapped(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }
}

extension Guarantee {
  /// Returns a guarantee of the result of transforming the value.
  ///
  /// - Parameter transform: A closure that transforms the value. It runs even if the returned guarantee was canceled,
  ///   unless no code refers to that guarantee any more. It runs on the actor it is isolated to, or on
  ///   `DispatchQueue.promises` if it is nonisolated.
  /// - Returns: A guarantee of the result. Canceling it also requests cancellation of this guarantee, if this guarantee
  ///   has no other consumer.
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { typed.deriveMapped(Handler(transform), CreationSite(file, line)) }

  /// Attaches a transformation that runs on a queue.
  ///
  /// See `map(_:file:line:)`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `transform` runs, or `nil` to run it inline, on the thread that fulfills this
  ///     guarantee.
  ///   - flags: The flags of the work item that runs `transform`.
  ///   - transform: A closure that transforms the value.
  /// - Returns: A guarantee of the result.
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping @Sendable (Value) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { typed.deriveMapped(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Returns a guarantee of a property of the value.
  ///
  /// - Parameters:
  ///   - keyPath: The property. It is read inline, on the thread that fulfills this guarantee.
  ///   - noClosure: Do not pass this argument. It keeps the compiler from trying this overload for a trailing closure.
  /// - Returns: A guarantee of the property. Canceling it also requests cancellation of this guarantee, if this
  ///   guarantee has no other consumer.
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    _ keyPath: any KeyPath<Value, U> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { typed.deriveMapped(Handler(on: nil) { $0[keyPath: keyPath] }, CreationSite(file, line)) }
}
