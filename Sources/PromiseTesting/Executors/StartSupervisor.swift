/// Starts a task that supervises tests, immediately and on its own thread, regardless of how many threads the tests
/// block.
///
/// Before macOS 15 and iOS 18, tasks have no executors, and the task shares the threads of all other tasks.
///
/// - Parameters:
///   - inherits: Whether the task inherits the task-local values of the calling code.
///   - body: The work of the task.
/// - Returns: The task.
@discardableResult
func startSupervisor<Value: Sendable>(
  inheriting inherits: Bool = true, _ body: @escaping @Sendable () async -> Value
) -> Task<Value, Never> {
  if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), usesTaskExecutors {
    let executor = SupervisorTaskExecutor()
    return inherits
      ? Task(executorPreference: executor, operation: body)
      : Task.detached(executorPreference: executor, operation: body)
  }
  // uncovered: The tests run with task executors, which older systems lack.
  return inherits ? Task(operation: body) : Task.detached(operation: body)
}
