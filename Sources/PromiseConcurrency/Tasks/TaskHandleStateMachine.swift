/// What leads from a promise to the task that works for it, as a pure state machine.
///
/// The task starts and is canceled in either order. Whichever event comes second finds the other, and its caller cancels the
/// task.
package struct TaskHandleStateMachine<Work> {
  private var task: Work?
  private var isCanceled = false

  package init() {}

  /// There is a task. Returns whether the caller has to cancel it.
  package mutating func start(_ task: Work) -> Bool {
    self.task = task
    return isCanceled
  }

  /// The task is not wanted any more. Returns the task to cancel; `nil` if it has yet to start.
  package mutating func cancel() -> Work? {
    isCanceled = true
    return task
  }
}

extension TaskHandleStateMachine: Sendable where Work: Sendable {}
