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
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  ///   - transform: Called with the value; runs where it was written. If it throws, the new promise is rejected.
  @inlinable @preconcurrency
  public func map<U: Sendable>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) throws -> U
  ) -> Promise<U> { _promise.deriveMapped(Handler(transform), CreationSite(file, line)) }

  /// Turns the value, on a queue, into another one. From PromiseKit.
  ///
  /// As ``map(file:line:_:)``, but `transform` runs on `queue`, or with `nil` at once on the thread that settles this
  /// promise.
  @inlinable @preconcurrency
  public func map<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Value) throws -> U
  ) -> Promise<U> { _promise.deriveMapped(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Turns the value into a property of it. From PromiseKit.
  ///
  /// ```swift
  /// fetchUser().map(\.name)
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: Which property.
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  ///   - noClosure: To be left out. A trailing closure would go here, so none makes the compiler try this form.
  public func map<U: Sendable>(
    _ keyPath: any KeyPath<Value, U> & Sendable, file: StaticString = #fileID, line: UInt = #line,
    _ noClosure: ((Never) -> Never)? = nil  // keeps closures from this form: they would come here
  ) -> Promise<U> { map(on: nil, file: file, line: line) { $0[keyPath: keyPath] } }
}

extension Guarantee {
  /// Turns the value into another one. From PromiseKit.
  ///
  /// - Parameters:
  ///   - file: Where the guarantee is made, for reports.
  ///   - line: Likewise.
  ///   - transform: Called with the value; runs where it was written.
  @inlinable @preconcurrency
  public func map<U: Sendable>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) -> U
  ) -> Guarantee<U> { deriveMapped(Handler(transform), CreationSite(file, line)) }

  /// Turns the value, on a queue, into another one. From PromiseKit.
  @inlinable @preconcurrency
  public func map<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Value) -> U
  ) -> Guarantee<U> { deriveMapped(Handler(on: queue, flags: flags, transform), CreationSite(file, line)) }

  /// Turns the value into a property of it. From PromiseKit.
  public func map<U: Sendable>(
    _ keyPath: any KeyPath<Value, U> & Sendable, file: StaticString = #fileID, line: UInt = #line,
    _ noClosure: ((Never) -> Never)? = nil  // keeps closures from this form: they would come here
  ) -> Guarantee<U> { map(on: nil, file: file, line: line) { $0[keyPath: keyPath] } }
}
