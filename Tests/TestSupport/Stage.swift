import PromiseCore

/// An actor on which a task can be brought to the point where it is suspended, without sleeping or hoping.
package actor Stage {
  package init() {}

  /// Starts a task that runs on this actor until it suspends.
  package func start<Value: Sendable>(
    _ body: @escaping @Sendable (isolated Stage) async throws -> Value
  ) -> Task<Value, any Error> {
    Task(priority: .high) { try await body(self) }
  }

  /// Returns when the tasks that were started before have run until they suspended.
  ///
  /// A task of its own, which stands in the actor's queue behind them. A mere `await stage.f()` would not do: it takes
  /// the actor if it is free, and overtakes those in the queue.
  package nonisolated func allSuspended() async {
    await startTask(on: self, priority: .high) { stage in _ = stage }.value
  }
}
