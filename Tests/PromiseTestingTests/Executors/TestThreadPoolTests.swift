import Dispatch
import TestSupport
import Testing

@testable import PromiseTesting

/// The threads of tests. The state machine that decides when a job starts is `AdaptiveConcurrencyLimit`.
@Suite(.sharingProcessors) struct TestThreadPoolTests {
  @Test func `jobs of one queue run in order`() async throws {
    let (pool, queue, log, isDone) = (TestThreadPool(limit: 2), TestThreadPool.makeJobQueue(), Log<Int>(), Gate())
    for number in 0..<100 { pool.submit(to: queue) { log(number) } }
    pool.submit(to: queue) { isDone.open() }
    try await isDone.opened()
    #expect(log.entries == Array(0..<100))
  }

  @Test func `a job that blocks all threads of the pool does not stop the others`() async throws {
    let pool = TestThreadPool(limit: 1)
    let (queues, semaphore, isDone) = (QueuePool(TestThreadPool.makeJobQueue), DispatchSemaphore(value: 0), Gate())
    pool.submit(to: queues) {
      semaphore.wait()
      isDone.open()
    }
    pool.submit(to: queues) { semaphore.signal() }
    try await isDone.opened()
  }

  @Test func `a job that says that it blocks gives its permit to another one until it continues`() async throws {
    // Without a watchdog, which would raise the limit.
    let pool = TestThreadPool(limit: 1, patience: .never)
    let (queue, other, isDone) = (TestThreadPool.makeJobQueue(), TestThreadPool.makeJobQueue(), Gate())
    let semaphore = DispatchSemaphore(value: 0)
    pool.submit(to: queue) {
      let value = pool.blockThread { () -> Int in
        semaphore.wait()
        other.sync {}  // the other job has given back its permit
        return 1
      }
      #expect(value == 1)
      pool.submit(to: other) { isDone.open() }
      #expect(pool.limit.withLock { $0.hasWaitingJobs })
    }
    pool.submit(to: other) { semaphore.signal() }
    try await isDone.opened()
  }

  @Test func `blocking a thread of another kind has no effect on the pool`() async throws {
    let (pool, queue, log, isDone) = (
      TestThreadPool(limit: 1, patience: .never), TestThreadPool.makeJobQueue(), Log<Int>(), Gate()
    )
    let (queues, semaphore) = (QueuePool(TestThreadPool.makeJobQueue), DispatchSemaphore(value: 0))
    pool.submit(to: queues) { semaphore.wait() }
    let value = pool.blockThread { () -> Int in
      pool.submit(to: queue) { log(-1) }
      #expect(pool.limit.withLock { $0.hasWaitingJobs })
      return 7
    }
    #expect(value == 7)
    semaphore.signal()
    for number in 0..<2 { pool.submit(to: queue) { log(number) } }
    pool.submit(to: queue) { isDone.open() }
    try await isDone.opened()
    #expect(log.entries == [-1, 0, 1])
  }
}
