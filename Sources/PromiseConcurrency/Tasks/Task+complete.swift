public import Dispatch

// The way back: from an `async` function to a callback, so that an API can keep its signature for those who call it in
// the old style.
extension Task where Success: Sendable {
  /// Calls a completion handler with what becomes of the task: a value or an error, the other one `nil`.
  ///
  /// ```swift
  /// func load(_ url: URL, completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {
  ///   Task { try await load(url) }.complete(completion)
  /// }
  /// ```
  ///
  /// All forms of `complete` have this in common: `handler` is called once, with every outcome, where it was written.
  /// `Promise { try await load(url) }.complete(completion)` is the same without a task to keep.
  ///
  /// - Parameter handler: The completion handler.
  @preconcurrency
  public func complete(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (Success?, (any Error)?) -> Void
  ) { Promise(self).complete(handler) }

  /// Calls a completion handler on a queue with a value or an error, the other one `nil`.
  @preconcurrency
  public func complete(on queue: DispatchQueue?, _ handler: @escaping @Sendable (Success?, (any Error)?) -> Void) {
    Promise(self).complete(on: queue, handler)
  }

  /// Calls a completion handler with the outcome as a result.
  @preconcurrency
  public func complete(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (Result<Success, any Error>) -> Void
  ) { Promise(self).complete(handler) }

  /// Calls a completion handler on a queue with the outcome as a result.
  @preconcurrency
  public func complete(on queue: DispatchQueue?, _ handler: @escaping @Sendable (Result<Success, any Error>) -> Void) {
    Promise(self).complete(on: queue, handler)
  }
}

extension Task where Success == Void {
  /// Calls a completion handler with the error, or with `nil` if there is none.
  @preconcurrency
  public func complete(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable ((any Error)?) -> Void
  ) { Promise(self).complete(handler) }

  /// Calls a completion handler on a queue with the error, or with `nil` if there is none.
  @preconcurrency
  public func complete(on queue: DispatchQueue?, _ handler: @escaping @Sendable ((any Error)?) -> Void) {
    Promise(self).complete(on: queue, handler)
  }
}

extension Task where Success: Sendable, Failure == Never {
  /// Calls a completion handler with the value.
  @preconcurrency
  public func complete(@_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (Success) -> Void) {
    Guarantee(self).complete(handler)
  }

  /// Calls a completion handler on a queue with the value.
  @preconcurrency
  public func complete(on queue: DispatchQueue?, _ handler: @escaping @Sendable (Success) -> Void) {
    Guarantee(self).complete(on: queue, handler)
  }
}
