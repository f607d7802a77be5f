public import Dispatch

// What follows a guarantee is a guarantee if it cannot fail. A handler that throws or returns a promise is taken by the
// forms of `then` that every thenable has.
extension Guarantee {
  // MARK: Returning a guarantee

  /// Continues with the guarantee that `body` returns. From PromiseKit.
  ///
  /// - Parameters:
  ///   - body: Called with the value; runs where it was written. To return the new guarantee itself is a programming
  ///     error, and stops the program.
  ///   - file: Where the guarantee is made, for reports.
  ///   - line: Likewise.
  @inlinable @preconcurrency @discardableResult
  public func then<U>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Guarantee<U>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { deriveAdopting(Handler(body), CreationSite(file, line)) }

  /// Continues, on a queue, with the guarantee that `body` returns. From PromiseKit.
  @inlinable @preconcurrency @discardableResult
  public func then<U>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> Guarantee<U>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { deriveAdopting(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  // MARK: Returning a value

  /// Continues with the value that `body` returns; the same as `map`. From google/promises.
  @inlinable @preconcurrency @_disfavoredOverload
  public func then<U: Sendable>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> U, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Guarantee<U> { deriveMapped(Handler(body), CreationSite(file, line)) }

  /// Continues, on a queue, with the value that `body` returns; the same as `map`. From google/promises.
  @inlinable @preconcurrency @_disfavoredOverload
  public func then<U: Sendable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<U> { deriveMapped(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }

  // MARK: Returning nothing

  /// Calls `body` with the value, and passes the value on. From google/promises.
  @inlinable @preconcurrency @_disfavoredOverload @discardableResult
  public func then(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { derivePassingValue(Handler(body), CreationSite(file, line)) }

  /// Calls `body` on a queue with the value, and passes the value on. From google/promises.
  @inlinable @preconcurrency @_disfavoredOverload @discardableResult
  public func then(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { derivePassingValue(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}
