/// A first-in, first-out queue of `async` operations, which synchronous code on any thread may add.
///
/// ```swift
/// let saves = AsyncQueue()
/// func textChanged(_ text: String) {  // not `async`, and called often
///   saves.add { try await store.save(text) }  // in the order of the calls
/// }
/// ```
///
/// Operations start in the order in which they were added. With `maxConcurrent: 1`, each operation ends before the next
/// one starts. Operations that have been added still run after the queue has been released.
public final class AsyncQueue: Sendable {
  private let entries: AsyncStream<@Sendable () async -> Void>.Continuation

  /// Creates a queue.
  ///
  /// - Parameter maxConcurrent: The maximum number of operations that run concurrently, at least 1.
  public init(maxConcurrent: Int = 1) {
    precondition(maxConcurrent > 0, "Invalid argument: maxConcurrent must be at least 1.")
    let (stream, entries) = AsyncStream<@Sendable () async -> Void>.makeStream()
    self.entries = entries
    Task.detached {
      await withTaskGroup(of: Void.self) { group in
        var running = 0
        for await entry in stream {
          if running == maxConcurrent { await group.next() } else { running += 1 }
          group.addTask(operation: entry)
        }
      }
    }
  }

  deinit { entries.finish() }

  /// Adds an operation to the end of the queue.
  ///
  /// Canceling the returned task keeps a waiting operation from being called. A running one must check for cancellation
  /// itself, and the next operation does not start until it has returned.
  ///
  /// - Parameter operation: The operation, which inherits priority and task-local values. To run it on the main actor,
  ///   write `{ @MainActor in … }`.
  /// - Returns: The task of the operation.
  @discardableResult
  public func add<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    let (turn, start) = AsyncStream<Never>.makeStream()
    let task = Task {
      for await _ in turn {}  // until the queue starts this operation, or the task is canceled
      try Task.checkCancellation()
      return try await operation()
    }
    entries.yield {
      start.finish()
      _ = await task.result
    }
    return task
  }
}
