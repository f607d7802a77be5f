extension Guarantee {
  /// Waits for the value.
  ///
  /// A fulfilled guarantee is returned without suspending; a pending one resumes the waiting function directly.
  /// Canceling the waiting task does not end the wait: there is no error to throw, and no value to return yet. With
  /// `cancellation: .forward` the guarantee is canceled if it has no other consumer.
  ///
  /// To wait for a guarantee that was abandoned, so that it can never be fulfilled, is a programming error: the program
  /// stops with a message that names the creation site of the guarantee.
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
