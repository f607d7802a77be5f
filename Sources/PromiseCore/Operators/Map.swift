public import Dispatch

extension Thenable {
  /// Turns the value into another one. From PromiseKit.
  ///
  /// ```swift
  /// fetch(url).map { data in try JSONDecoder().decode(User.self, from: data) }
  /// ```
  ///
  /// If this promise is rejected, `transform` is not called and the error goes on.
  ///
  /// - Parameters:
  ///   - transform: Called with the value; runs where it was written. If it throws, the new promise is rejected.
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { _promise.deriveMapped(Handler(transform), CreationSite(file, line)) }

  /// Turns the value, on a queue, into another one. From PromiseKit.
  ///
  /// As ``map(_:file:line:)``, but `transform` runs on `queue`, or with `nil` at once on the thread that settles this
  /// promise.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { _promise.deriveMapped(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Turns the value into a property of it. From PromiseKit.
  ///
  /// ```swift
  /// fetchUser().map(\.name)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: Which property.
  ///   - noClosure: To be left out. A trailing closure would go here, so none makes the compiler try this form.
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    _ keyPath: any KeyPath<Value, U> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U> { _promise.deriveMapped(Handler(on: nil) { $0[keyPath: keyPath] }, CreationSite(file, line)) }
}

extension Guarantee {
  /// Turns the value into another one. From PromiseKit.
  ///
  /// - Parameters:
  ///   - transform: Called with the value; runs where it was written.
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { deriveMapped(Handler(transform), CreationSite(file, line)) }

  /// Turns the value, on a queue, into another one. From PromiseKit.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ transform: @escaping @Sendable (Value) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { deriveMapped(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Turns the value into a property of it. From PromiseKit.
  @_alwaysEmitIntoClient
  public func map<U: Sendable>(
    _ keyPath: any KeyPath<Value, U> & Sendable, _ noClosure: ((Never) -> Never)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { deriveMapped(Handler(on: nil) { $0[keyPath: keyPath] }, CreationSite(file, line)) }
}
