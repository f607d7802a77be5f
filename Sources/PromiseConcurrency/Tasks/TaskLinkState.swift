/// What leads from a promise to the task behind it, as a pure state machine: whichever comes second, the task or its being
/// cancelled, finds the other, and its caller cancels the task.
package struct TaskLinkState<Work> {
  private var task: Work?
  private var isCancelled = false

  package init() {}

  /// There is a task. Returns whether its caller has to cancel it.
  package mutating func start(_ task: Work) -> Bool {
    self.task = task
    return isCancelled
  }

  /// The task is not wanted any more. Returns it if there is one, for the caller to cancel; if not, whoever starts it does.
  package mutating func cancel() -> Work? {
    isCancelled = true
    return task
  }
}

extension TaskLinkState: Sendable where Work: Sendable {}
