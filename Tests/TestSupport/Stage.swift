import PromiseCore

/// An actor on which tests can run tasks up to their first suspension, without relying on time.
package actor Stage {
  package init() {}

  /// Starts a task that runs on this actor until it is suspended.
  package func start<Value: Sendable>(
    _ body: @escaping @Sendable (isolated Stage) async throws -> Value
  ) -> Task<Value, any Error> {
    Task(priority: .high) { try await body(self) }
  }

  /// Waits until the tasks that were started earlier have run until they are suspended.
  ///
  /// This starts another task, which waits in the actor's queue behind them. A call such as `await stage.f()` would not
  /// suffice: it takes the actor if it is free, and so overtakes the tasks in the queue. A task that has been resumed may
  /// still be on its way to the queue.
  package nonisolated func allSuspended() async {
    await startTask(on: self, priority: .high) { stage in _ = stage }.value
  }
}
