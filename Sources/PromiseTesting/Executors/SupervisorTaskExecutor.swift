import Dispatch

/// Runs the tasks that supervise tests, immediately and on their own threads, regardless of how many threads the tests
/// block.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class SupervisorTaskExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    TestThreadPool.makeQueue().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
