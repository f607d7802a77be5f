public import Dispatch

extension Thenable {
  /// Looks at the value, which is passed on. From PromiseKit.
  ///
  /// ```swift
  /// fetchUser().get { print($0) }.then { fetchAvatar(of: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - body: Called with the value; runs where it was written. If it throws, the new promise is rejected.
  @_alwaysEmitIntoClient
  public func get(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { _promise.derivePassingValue(Handler(body), CreationSite(file, line)) }

  /// Looks at the value on a queue, and passes it on. From PromiseKit.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func get(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { _promise.derivePassingValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Forgets the value: all that is left of it is that it is there. From PromiseKit.
  @_alwaysEmitIntoClient
  public func asVoid(file: StaticString = #fileID, line: UInt = #line) -> Promise<Void> {
    _promise.deriveMapped(Handler(on: nil) { _ in }, CreationSite(file, line))
  }
}

extension Guarantee {
  /// Looks at the value, which is passed on. From PromiseKit.
  ///
  /// - Parameters:
  ///   - body: Called with the value; runs where it was written.
  @discardableResult
  @_alwaysEmitIntoClient
  public func get(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { derivePassingValue(Handler(body), CreationSite(file, line)) }

  /// Looks at the value on a queue, and passes it on. From PromiseKit.
  @discardableResult @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func get(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { derivePassingValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Forgets the value: all that is left of it is that it is there. From PromiseKit.
  @_alwaysEmitIntoClient
  public func asVoid(file: StaticString = #fileID, line: UInt = #line) -> Guarantee<Void> {
    deriveMapped(Handler(on: nil) { _ in }, CreationSite(file, line))
  }
}
