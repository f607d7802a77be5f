/// Runs the body of a test and the tasks of its promises, and counts their jobs.
protocol TestTaskRunner: AnyObject, Sendable {
  /// Whether the calling code runs in a job that is counted.
  var isCurrent: Bool { get }

  /// Starts a task. Tasks that are started on the same actor reach it in the order of the calls.
  ///
  /// - Parameters:
  ///   - actor: The actor on which the task runs, or `nil` for none.
  ///   - name: The name of the task.
  ///   - priority: The priority of the task.
  ///   - body: The work of the task, isolated to the actor.
  /// - Returns: The task.
  func startTask(
    on actor: (any Actor)?, name: String?, priority: TaskPriority?,
    _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
  ) -> Task<Void, Never>

  /// Starts a task that belongs to no actor.
  func startTask<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Task<Value, Never>
}
