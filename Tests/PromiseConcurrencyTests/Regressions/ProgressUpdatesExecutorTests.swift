import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The task that iterates `progress.updates` may have an executor of its own, which is code of users. It must not be
/// entered under a lock.
struct `An executor that is woken by progress.updates` {
  /// Calls `onEnqueue` within `enqueue`, on the thread that wakes a task.
  private final class ObservedExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "ProgressUpdatesTests.executor")
    private let onEnqueue = Lock<(@Sendable () -> Void)?>(nil)

    /// Calls `body` once, when a task is enqueued the next time.
    func callOnNextEnqueue(_ body: @escaping @Sendable () -> Void) { onEnqueue.withLock { $0 = body } }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      onEnqueue.withLock { $0.take() }?()
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Returns when everything that was enqueued before has run.
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
    // Until the task has seen the first snapshot and waits for the next.
    while seen.count == 0 { await executor.drain() }
    await executor.drain()
    let (isReported, isOver) = (DispatchSemaphore(value: 0), Gate())
    let isFree = Lock(false)
    executor.callOnNextEnqueue {
      DispatchQueue.global().async {
        resolver.progress.report(2, of: 4)
        isReported.signal()
        isOver.open()
      }
      // Bounded, so that a lock that is held here fails the test, and does not hang it.
      let isInTime = isReported.wait(timeout: .now() + .seconds(10)) == .success
      isFree.withLock { $0 = isInTime }
    }
    resolver.progress.report(1, of: 4)
    try? await isOver.opened()
    let wasFree = isFree.withLock { $0 }
    #expect(wasFree, "the executor was entered under the lock of the updates")
    resolver.fulfill()
    await task.value
    #expect(seen.entries.last == 4)
    #expect(seen.entries == seen.entries.sorted())
  }
}
