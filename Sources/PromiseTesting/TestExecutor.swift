import Dispatch

/// Runs the body of one test on threads of its own.
///
/// A test that waits with `waitForPromises` blocks its thread. On the cooperative pool, which has as many threads as
/// there are cores, a few such tests side by side would keep every task in the process from running, and so wait for
/// one another.
final class TestExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "PromiseTesting", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
