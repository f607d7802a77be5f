public import Dispatch

extension Thenable {
  /// Continues with the promise that `body` returns.
  ///
  /// ```swift
  /// login().then { user in fetchAvatar(of: user) }
  /// ```
  ///
  /// From PromiseKit and google/promises. If this promise is rejected, `body` is not called and the error goes on.
  ///
  /// Promises that wait for each other in a circle, `body` returning one that was made of the new promise or that waits
  /// for it, are not found, as this would cost a search whenever a promise is returned. Such a circle stays pending and
  /// keeps itself alive until one of its promises is cancelled, which ends all of them.
  ///
  /// - Parameters:
  ///   - body: Called with the value; runs where it was written. If it throws, the new promise is rejected with that
  ///     error; if it returns the new promise itself, with ``PromiseError/returnedSelf``.
  /// - Returns: A promise that settles as the one from `body`. Cancelling it cancels whichever of the two is pending,
  ///   if nobody else wants it.
  @_alwaysEmitIntoClient
  public func then<U: Thenable>(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U.Value> { _promise.deriveAdopting(Handler(body), CreationSite(file, line)) }

  /// Continues, on a queue, with the promise that `body` returns.
  ///
  /// As without `on:`, but `body` runs on `queue`, or with `nil` at once on the thread that settles this promise.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func then<U: Thenable>(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Value) throws -> U,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<U.Value> { _promise.deriveAdopting(Handler(on: queue, flags: flags, body), CreationSite(file, line)) }
}
