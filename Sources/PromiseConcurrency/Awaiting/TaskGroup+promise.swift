extension ThrowingTaskGroup where ChildTaskResult: Sendable, Failure == any Error {
  /// Adds a child task that waits for a promise.
  ///
  /// ```swift
  /// try await withThrowingTaskGroup(of: Image.self) { group in
  ///   group.addPromise(fetchImage(1))  // a promise
  ///   group.addTask { try await image(2) }  // an `async` function
  ///   for try await image in group { show(image) }
  /// }
  /// ```
  ///
  /// A group that is cancelled cancels the promises that nobody else wants: they are the group's work. With
  /// `cancellation: .leave` they go on.
  ///
  /// - Parameters:
  ///   - promise: What to wait for.
  ///   - cancellation: What the cancellation of the group means for the promise.
  public mutating func addPromise(
    _ promise: some Thenable<ChildTaskResult>, cancellation: CancellationPolicy = .forward
  ) {
    addTask { try await promise.get(cancellation: cancellation) }
  }
}

extension TaskGroup where ChildTaskResult: Sendable {
  /// Adds a child task that waits for a guarantee.
  ///
  /// As with a group that throws.
  ///
  /// - Parameters:
  ///   - guarantee: What to wait for.
  ///   - cancellation: What the cancellation of the group means for the guarantee.
  public mutating func addPromise(_ guarantee: Guarantee<ChildTaskResult>, cancellation: CancellationPolicy = .forward)
  {
    addTask { await guarantee.get(cancellation: cancellation) }
  }
}
