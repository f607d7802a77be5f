public import Dispatch

extension Thenable {
  /// Looks at the value, which is passed on. From PromiseKit.
  ///
  /// ```swift
  /// fetchUser().get { print($0) }.then { fetchAvatar(of: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  ///   - body: Called with the value; runs where it was written. If it throws, the new promise is rejected.
  @inlinable @preconcurrency
  public func get(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> Void
  ) -> Promise<Value> { _promise.derivePassingValue(Handler(body), CreationSite(file, line)) }

  /// Looks at the value on a queue, and passes it on. From PromiseKit.
  @inlinable @preconcurrency
  public func get(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Value> { _promise.derivePassingValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Forgets the value: all that is left of it is that it is there. From PromiseKit.
  ///
  /// - Parameters:
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  public func asVoid(file: StaticString = #fileID, line: UInt = #line) -> Promise<Void> {
    map(on: nil, file: file, line: line) { _ in }
  }
}

extension Guarantee {
  /// Looks at the value, which is passed on. From PromiseKit.
  ///
  /// - Parameters:
  ///   - file: Where the guarantee is made, for reports.
  ///   - line: Likewise.
  ///   - body: Called with the value; runs where it was written.
  @inlinable @preconcurrency @discardableResult
  public func get(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Void
  ) -> Guarantee<Value> { derivePassingValue(Handler(body), CreationSite(file, line)) }

  /// Looks at the value on a queue, and passes it on. From PromiseKit.
  @inlinable @preconcurrency @discardableResult
  public func get(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee<Value> { derivePassingValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  /// Forgets the value: all that is left of it is that it is there. From PromiseKit.
  public func asVoid(file: StaticString = #fileID, line: UInt = #line) -> Guarantee<Void> {
    map(on: nil, file: file, line: line) { _ in }
  }
}
