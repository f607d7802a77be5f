import Dispatch

/// Runs the body of one test on threads on which it may block.
final class TestExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    TestThreads.shared.run(on: TestThreads.newQueue()) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs what looks after tests, at once, on threads of its own: whatever the tests do, and whoever else has the threads
/// of tasks.
final class GuardianExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    TestThreads.newQueue().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
