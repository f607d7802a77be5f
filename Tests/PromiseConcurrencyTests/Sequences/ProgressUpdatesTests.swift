import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `progress.updates`: each snapshot that a consumer receives is newer than the previous one, and the last one is not
/// missed.
@Suite(.sharingProcessors) struct ProgressUpdatesTests {
  /// An executor that runs its jobs on demand, and calls `onEnqueue` while a task is being resumed.
  final class ManualExecutor: TaskExecutor {
    private let jobs = Lock<[UnownedJob]>([])
    private let onEnqueue = Lock<(@Sendable () -> Void)?>(nil)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
      onEnqueue.withLock { $0.take() }?()
    }

    /// Calls `body` the next time that a job is enqueued.
    func onNextEnqueue(_ body: @escaping @Sendable () -> Void) { onEnqueue.withLock { $0 = body } }

    /// Runs jobs until none is left. The tasks have then suspended or ended.
    func runAll() {
      while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  @Test func `the executor of the consumer may report progress while the consumer is resumed`() async {
    let (promise, resolver) = Promise<Void>.pending()
    let executor = ManualExecutor()
    let seen = Log<Int64>()
    let reader = Task(executorPreference: executor) {
      for await snapshot in promise.progress.updates { seen(snapshot.completedUnitCount) }
    }
    executor.runAll()
    executor.onNextEnqueue { resolver.progress.report(2, of: 4) }
    resolver.progress.report(1, of: 4)
    #expect(promise.progress.snapshot.completedUnitCount == 2)
    executor.runAll()
    resolver.fulfill()
    executor.runAll()
    await reader.value
    #expect(seen.entries == [0, 1, 2, 4])
  }

  @Test func `updates never go backward and end with the last snapshot`() async {
    for _ in 0..<many(2_000) {
      let (promise, resolver) = Promise<Void>.pending()
      let updates = promise.progress.updates
      async let seen = updates.reduce(into: [Double]()) { $0.append($1.fractionCompleted) }
      await onThreads(2) { thread in
        if thread == 1 { return resolver.fulfill() }
        for step in 1...4 { resolver.progress.report(Int64(step), of: 8) }
      }
      let fractions = await seen
      #expect(fractions == fractions.sorted() && fractions.last == 1)
    }
  }

  @Test func `updates start with the current snapshot`() async {
    let (promise, resolver) = Promise<Void>.pending()
    _ = promise.progress
    resolver.progress.report(1, of: 4)
    var iterator = promise.progress.updates.makeAsyncIterator()
    #expect(await iterator.next()?.completedUnitCount == 1)
    resolver.progress.report(2, of: 4)
    resolver.progress.report(3, of: 4)
    #expect(await iterator.next()?.completedUnitCount == 3)
    resolver.reject(TestError.one)
    #expect(await iterator.next() == nil)
    _ = promise.error
  }

  @Test func `the handler behind updates is removed when the iteration stops`() async {
    let (promise, resolver) = Promise<Int>.pending()
    for _ in 0..<100 {
      for await _ in promise.progress.updates { break }
    }
    #expect(promise.progress.handlerCount == 0)
    resolver.fulfill(1)
  }

  @Test func `the updates of a settled promise consist of one snapshot`() async {
    var seen: [Double] = []
    for await snapshot in Promise.value(1).progress.updates { seen.append(snapshot.fractionCompleted) }
    #expect(seen.count == 1)
  }

  @Test func `the updates end when the promise settles`() async {
    let (promise, resolver) = Promise<Void>.pending()
    let updates = promise.progress.updates
    resolver.progress.report(1, of: 2)
    resolver.fulfill()
    var last: Double?
    for await snapshot in updates { last = snapshot.fractionCompleted }
    #expect(last == 1)
  }

  // MARK: Custom executors

  // The task may have a custom executor, which is user code. It must not be called while a lock is held.
  @Test func `an executor of a task that iterates over updates may wait for a report on another thread`() async {
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
}
