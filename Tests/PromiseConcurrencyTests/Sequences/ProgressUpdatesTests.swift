import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `progress.updates`: each snapshot that a consumer receives is newer than the previous one, and the last one is not
/// missed.
@Suite(.timeLimit(.minutes(TestLimit.minutes))) struct ProgressUpdatesTests {
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
}
