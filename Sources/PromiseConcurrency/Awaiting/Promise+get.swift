extension Promise {
  /// Waits for the value.
  ///
  /// ```swift
  /// let user = try await fetchUser(id).get()
  /// ```
  ///
  /// A settled promise is returned without suspending. A pending one resumes the waiting function directly, whatever
  /// becomes of it: fulfilled, rejected, cancelled, or abandoned.
  ///
  /// When the waiting task is canceled while the promise is pending, this call throws `CancellationError` at once. The
  /// promise, its work and its other consumers go on. Pass `cancellation: .forward` to cancel the promise as well, if it
  /// has no other consumer.
  ///
  /// - Parameters:
  ///   - cancellation: What the cancellation of the waiting task means for the promise; by default nothing.
  ///   - isolation: The caller's actor, which this call does not leave.
  /// - Returns: The value.
  /// - Throws: The error that the promise is rejected with; `CancellationError` if it or the waiting task is cancelled;
  ///   `PromiseError.abandoned` if nobody is left to settle it.
  @inlinable @discardableResult
  public func get(
    cancellation: CancellationPolicy = .leave, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    if let result { return try result.get() }
    guard await wait(isolation: isolation, whenCanceled: departure(cancellation)) == .settled else {
      throw CancellationError()
    }
    return try knownOutcome.get()
  }
}

extension Guarantee {
  /// Waits for the value.
  ///
  /// A fulfilled guarantee is returned without suspending; a pending one resumes the waiting function directly.
  /// Cancelling the waiting task does not end the wait: there is no error to throw, and no value to return yet. With
  /// `cancellation: .forward` the guarantee is canceled if it has no other consumer.
  ///
  /// To wait for a guarantee that was abandoned, so that it can never be fulfilled, is a programming error: the program
  /// stops with a message that names the place where the guarantee was made.
  ///
  /// - Parameters:
  ///   - cancellation: What the cancellation of the waiting task means for the guarantee; by default nothing.
  ///   - isolation: The caller's actor, which this call does not leave.
  /// - Returns: The value.
  @discardableResult
  public func get(cancellation: CancellationPolicy = .leave, isolation: isolated (any Actor)? = #isolation) async
    -> Value
  {
    if let outcome { return outcome.get() }
    let cancel: @Sendable (TaskWaiter) -> Void = { [self] waiter in cancelAsConsumer(waiter) }
    _ = await wait(isolation: isolation, whenCanceled: cancellation == .forward ? cancel : nil)
    return outcomeOrStop
  }
}
