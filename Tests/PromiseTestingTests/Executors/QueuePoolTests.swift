// Also tests: PooledTaskExecutor.

import Dispatch
import PromiseCore
import TestSupport
import Testing

@testable import PromiseTesting

@Suite(.sharingProcessors) struct QueuePoolTests {
  /// The number of queues that have been created.
  private let created = Lock(0)
  private let queues: QueuePool

  init() {
    queues = QueuePool { [created] in
      created.withLock { $0 += 1 }
      return DispatchQueue(label: "QueuePoolTests")
    }
  }

  @Test func `a queue is used again when its job has ended`() async {
    for _ in 0..<100 {
      await withCheckedContinuation { continuation in queues.run({}, completion: { continuation.resume() }) }
    }
    #expect(created.withLock { $0 } == 1)
  }

  @Test func `jobs that a completion enqueues use the same queue`() async {
    await withCheckedContinuation { continuation in run(100) { continuation.resume() } }
    #expect(created.withLock { $0 } == 1)
  }

  /// Runs jobs, each of which is enqueued by the completion of the one before.
  private func run(_ count: Int, _ end: @escaping @Sendable () -> Void) {
    queues.run({}, completion: { count == 1 ? end() : run(count - 1, end) })
  }

  @Test func `a job that blocks does not delay another one`() async {
    let mayEnd = DispatchSemaphore(value: 0)
    await withCheckedContinuation { continuation in
      queues.run({ mayEnd.wait() }, completion: { continuation.resume() })
      queues.run({ mayEnd.signal() }, completion: {})
    }
    #expect(created.withLock { $0 } == 2)
  }
}
