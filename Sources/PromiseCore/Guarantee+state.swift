extension Guarantee {
  /// The outcome, or `nil` while the guarantee is pending.
  ///
  /// Reading this property takes a snapshot, without a lock.
  @inlinable
  public final var result: Result<Value, any Error>? {
    guard let outcome else { return nil }
    return .success(outcome.get())
  }

  /// The progress of the work behind this guarantee.
  ///
  /// Reports are stored only after the first access to this property; earlier reports are lost.
  ///
  /// - Complexity: O(1). The first access takes O(*n*) in the number of promises that this guarantee waits for, directly
  ///   and indirectly.
  public final var progress: PromiseProgress { any.progress }

  // MARK: - Cancellation

  /// Requests cancellation, because the value is no longer wanted.
  ///
  /// A guarantee cannot be rejected: its producer is notified, and the guarantee stays pending until the producer fulfills
  /// it. Cancellation travels upstream as that of a ``Promise`` does.
  ///
  /// Canceling a guarantee that is fulfilled or that has been canceled before has no effect. You can call this method from
  /// any thread.
  @Sendable public final func cancel() { any.cancel() }

  // MARK: - Thenable

  /// The guarantee.
  @inlinable
  public final var _anyPromise: AnyPromise? { any }

  /// Attaches a handler that runs once with the outcome, inline, on the thread that fulfills the guarantee.
  ///
  /// If the guarantee has already settled, the handler runs immediately. It is a permanent consumer: the guarantee is not
  /// canceled when its other consumers are. To run a handler elsewhere, use `done`.
  ///
  /// - Parameter handler: The handler. If the guarantee is abandoned, the handler is released without being called.
  @inlinable
  public final func pipe(to handler: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    observe { handler($0.mapError(widen)) }
  }
}
