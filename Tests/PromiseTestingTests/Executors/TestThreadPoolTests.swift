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

  @Test func `a job that says that it blocks continues when it may`() async throws {
    let pool = TestThreadPool(limit: 1)
    let (queues, semaphore, log, isDone) = (
      QueuePool(TestThreadPool.makeJobQueue), DispatchSemaphore(value: 0), Log<Int>(), Gate()
    )
    pool.submit(to: queues) {
      log(
        pool.blockThread { () -> Int in
          semaphore.wait()
          return 1
        })
      isDone.open()
    }
    pool.submit(to: queues) { semaphore.signal() }
    try await isDone.opened()
    #expect(log.entries == [1])
  }

  @Test func `blocking a thread of another kind has no effect on the pool`() async throws {
    let (pool, queue, log, isDone) = (TestThreadPool(limit: 1), TestThreadPool.makeJobQueue(), Log<Int>(), Gate())
    #expect(pool.blockThread { 7 } == 7)
    for number in 0..<2 { pool.submit(to: queue) { log(number) } }
    pool.submit(to: queue) { isDone.open() }
    try await isDone.opened()
    #expect(log.entries == [0, 1])
  }
}
