import Dispatch

/// A serial executor of actors, and of tasks, that runs jobs on a serial queue.
package final class QueueExecutor: SerialExecutor, TaskExecutor {
  package let marked: MarkedQueue

  /// Creates an executor.
  ///
  /// - Parameter label: The label of its queue.
  package init(_ label: String = "QueueExecutor") { marked = MarkedQueue(label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    marked.queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// An actor whose code runs on a queue, so that a test can tell where any code runs.
package actor QueueActor {
  private nonisolated let executor = QueueExecutor("QueueActor")

  package init() {}

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Whether the calling code runs on the queue of this actor.
  package nonisolated var isCurrent: Bool { executor.marked.isCurrent }
}
