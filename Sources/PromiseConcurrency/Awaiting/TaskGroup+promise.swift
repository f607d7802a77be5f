extension ThrowingTaskGroup where ChildTaskResult: Sendable, Failure == any Error {
  /// Adds to the group a child task that waits for a promise.
  ///
  /// ```swift
  /// try await withThrowingTaskGroup(of: Image.self) { group in
  ///   group.addPromise(fetchImage(1))  // a promise
  ///   group.addTask { try await image(2) }  // an `async` function
  ///   for try await image in group { show(image) }
  /// }
  /// ```
  ///
  /// The child task returns the value of the promise or throws its error. If the group is canceled while the promise is
  /// pending, the child task throws `CancellationError`, and the promise is canceled unless it has another consumer.
  /// Pass `cancellation: .leave` to let the promise continue.
  ///
  /// - Parameters:
  ///   - promise: The promise to wait for.
  ///   - cancellation: What the cancellation of the group does to the promise. The default cancels the promise if
  ///     it has no other consumer.
  public mutating func addPromise(
    _ promise: some Thenable<ChildTaskResult>, cancellation: CancellationPolicy = .forward
  ) {
    addTask { try await promise.asTyped.getResult(cancellation, isolation: nil).get() }
  }
}

extension TaskGroup where ChildTaskResult: Sendable {
  /// Adds to the group a child task that waits for a guarantee.
  ///
  /// The child task returns the value of the guarantee. If the group is canceled, the child task continues to wait, and
  /// the guarantee is canceled unless it has another consumer. Pass `cancellation: .leave` to leave the guarantee
  /// alone.
  ///
  /// - Parameters:
  ///   - guarantee: The guarantee to wait for.
  ///   - cancellation: What the cancellation of the group does to the guarantee. The default cancels the guarantee
  ///     if it has no other consumer.
  public mutating func addPromise(_ guarantee: Guarantee<ChildTaskResult>, cancellation: CancellationPolicy = .forward)
  {
    addTask { await guarantee.get(cancellation: cancellation) }
  }
}
