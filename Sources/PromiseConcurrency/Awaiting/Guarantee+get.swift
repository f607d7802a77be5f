extension Guarantee {
  /// Waits for the value.
  ///
  /// If the guarantee is fulfilled, the call returns without suspending. Otherwise the guarantee resumes the waiting
  /// task directly, without passing through a queue.
  ///
  /// Canceling the waiting task does not end the wait, because there is no value to return and no error to throw. Pass
  /// `cancellation: .forward` to cancel the guarantee as well, if it has no other consumer, so that its producer can
  /// fulfill it early.
  ///
  /// - Precondition: The guarantee is not abandoned. If its last resolver is released before the guarantee is
  ///   fulfilled, the program traps with a message that names the creation site of the guarantee.
  /// - Parameters:
  ///   - cancellation: What the cancellation of the waiting task does to the guarantee. The default leaves it alone.
  ///   - isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its default.
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
