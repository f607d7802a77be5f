extension Promise {
  /// The outcome, or `nil` while the promise is pending.
  ///
  /// Reading this property takes a snapshot, without a lock. Reading an error counts as observing it: the error is not
  /// reported as unhandled.
  @inlinable
  public final var result: Result<Value, any Error>? {
    guard let outcome else { return nil }
    markObserved()
    return outcome
  }

  /// The progress of the work behind this promise.
  ///
  /// Reports are stored only after the first access to this property; earlier reports are lost.
  ///
  /// - Complexity: O(1). The first access takes O(*n*) in the number of promises that this promise waits for, directly
  ///   and indirectly.
  public final var progress: PromiseProgress { any.progress }

  // MARK: - Cancellation

  /// Cancels the promise, because its outcome is no longer wanted.
  ///
  /// A pending promise is rejected with `CancellationError`, and its producer is notified: the handlers of
  /// ``Resolver/onCancel(_:)`` are called, the task that would settle the promise is canceled, and a timer is removed.
  ///
  /// Cancellation travels upstream. A canceled promise stops being a consumer of the promise from which it was derived,
  /// and a promise that loses its last consumer is canceled as well.
  ///
  /// Canceling a promise that has settled or that has been canceled before has no effect. You can call this method from
  /// any thread.
  @Sendable public final func cancel() { any.cancel() }

  // MARK: - Thenable

  /// The promise.
  @inlinable
  public final var _anyPromise: AnyPromise? { any }

  /// Attaches a handler that runs once with the outcome, inline, on the thread that settles the promise.
  ///
  /// If the promise has already settled, the handler runs immediately. It is a permanent consumer: the promise is not
  /// canceled when its other consumers are. To run a handler elsewhere, use `tap` or `complete`.
  ///
  /// - Parameter handler: The handler.
  @inlinable
  public final func pipe(to handler: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    observe { handler($0) }
  }
}
