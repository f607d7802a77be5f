import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The task that iterates over `progress.updates` may have a custom executor, which is user code. It must not be called
/// while a lock is held.
struct `An executor of a task that iterates over progress.updates` {
  /// Calls `onEnqueue` within `enqueue`, on the thread that resumes a task.
  private final class ObservedExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "ProgressUpdatesTests.executor")
    private let onEnqueue = Lock<(@Sendable () -> Void)?>(nil)

    /// Calls `body` once, the next time that a task is enqueued.
    func callOnNextEnqueue(_ body: @escaping @Sendable () -> Void) { onEnqueue.withLock { $0 = body } }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      onEnqueue.withLock { $0.take() }?()
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Returns when all jobs that were enqueued earlier have run.
    func drain() async { await withCheckedContinuation { continuation in queue.async { continuation.resume() } } }
  }

  @Test func `may wait for a report on another thread`() async {
    let executor = ObservedExecutor()
    let (promise, resolver) = Promise<Void>.pending()
    let seen = Log<Int64>()
    let updates = promise.progress.updates
    let task = Task(executorPreference: executor) {
      for await snapshot in updates { seen(snapshot.completedUnitCount) }
    }
    // Wait until the task has received the first snapshot and waits for the next one.
    while seen.count == 0 { await executor.drain() }
    await executor.drain()
    let (isReported, hasEnded) = (DispatchSemaphore(value: 0), Gate())
    let isFree = Lock(false)
    executor.callOnNextEnqueue {
      DispatchQueue.global().async {
        resolver.progress.report(2, of: 4)
        isReported.signal()
        hasEnded.open()
      }
      // The wait is bounded, so that a lock held here fails the test instead of blocking it forever.
      let isInTime = isReported.wait(timeout: .now() + .seconds(10)) == .success
      isFree.withLock { $0 = isInTime }
    }
    resolver.progress.report(1, of: 4)
    try? await hasEnded.opened()
    let wasFree = isFree.withLock { $0 }
    #expect(wasFree, "The executor was called while the lock of the updates was held.")
    resolver.fulfill()
    await task.value
    #expect(seen.entries.last == 4)
    #expect(seen.entries == seen.entries.sorted())
  }
}
