extension Guarantee {
  /// Waits for the value.
  ///
  /// If the guarantee is fulfilled, the call returns without suspending. Otherwise the guarantee resumes the waiting
  /// task directly, without passing through a queue.
  ///
  /// Canceling the waiting task does not end the wait, because there is no value to return and no error to throw. Pass
  /// `cancellation: .forward` to cancel the guarantee as well, if it has no other consumer, so that its producer can
  /// fulfill it early. In `withPromiseScope` and the tasks of a scope, that is the default.
  ///
  /// - Precondition: The guarantee is not abandoned. If its last resolver is released before the guarantee is
  ///   fulfilled, the program traps with a message that names the creation site of the guarantee.
  /// - Parameters:
  ///   - cancellation: What the cancellation of the waiting task does to the guarantee. The default is
  ///     ``CancellationPolicy/default``, which leaves it alone except in a scope.
  ///   - isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its default.
  /// - Returns: The value.
  @discardableResult
  public func get(cancellation: CancellationPolicy = .default, isolation: isolated (any Actor)? = #isolation) async
    -> Value
  {
    if let outcome { return outcome.get() }
    let cancel: @Sendable (TaskWaiter) -> Void = { [self] waiter in any.cancelAsConsumer(.object(waiter)) }
    _ = await any.wait(isolation: isolation, whenCanceled: cancellation == .forward ? cancel : nil)
    return outcomeOrStop
  }

  /// Waits for the outcome and returns it as a result, which is a failure if the wait ends without a value.
  ///
  /// Cancellation works as for a promise: if the waiting task is canceled while the guarantee is pending, the wait ends
  /// immediately.
  ///
  /// - Parameters:
  ///   - cancellation: What the cancellation of the waiting task does to the guarantee. The default is
  ///     ``CancellationPolicy/default``, which leaves it alone except in a scope.
  ///   - isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its default.
  /// - Returns: The value, or a failure with `CancellationError` if the waiting task is canceled, and with
  ///   `PromiseError.abandoned` if the guarantee can no longer be fulfilled.
  public func getResult(
    cancellation: CancellationPolicy = .default, isolation: isolated (any Actor)? = #isolation
  ) async -> Result<Value, any Error> { await typed.getResult(cancellation, isolation: isolation) }
}
