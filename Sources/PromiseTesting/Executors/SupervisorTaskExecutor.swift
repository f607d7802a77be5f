import Dispatch

/// Runs the tasks that supervise tests, at once and on threads of their own, however many threads the tests block.
final class SupervisorTaskExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    TestThreadPool.makeQueue().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
