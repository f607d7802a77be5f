/// The executor of one task that is started on an actor. It runs jobs on a ``TrackedTaskExecutor``.
///
/// The first job of the task moves it to the actor. The first jobs of all tasks of the same actor run one after
/// another, so the tasks reach the actor in the order in which they were started.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class TrackedActorTaskExecutor: TaskExecutor {
  private let base: TrackedTaskExecutor
  private let actor: ObjectIdentifier
  private let hasStarted = OnceFlag()

  /// Creates the executor of a task.
  ///
  /// - Parameters:
  ///   - base: The executor that runs and counts the jobs.
  ///   - actor: The actor on which the task is started.
  init(_ base: TrackedTaskExecutor, _ actor: ObjectIdentifier) {
    self.base = base
    self.actor = actor
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let isFirst = hasStarted.claim()
    base.enqueue(UnownedJob(job), for: asUnownedTaskExecutor(), in: isFirst ? .serial(actor) : .independent)
  }
}
