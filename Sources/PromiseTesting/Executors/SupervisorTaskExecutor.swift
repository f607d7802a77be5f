import Dispatch

/// Runs the tasks that supervise tests, at once and on threads of their own, however many threads the tests block.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class SupervisorTaskExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    TestThreadPool.makeQueue().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
