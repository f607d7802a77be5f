import Dispatch

/// Runs the body of a test on threads of ``TestThreadPool``, which the body may block.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class PooledTaskExecutor: TaskExecutor {
  private static let queues = QueuePool(TestThreadPool.makeJobQueue)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    TestThreadPool.shared.submit(to: Self.queues) {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}
