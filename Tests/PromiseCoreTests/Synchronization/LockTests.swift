// Also tests: PlatformMutex.

import Dispatch
import PromiseCore
import TestSupport
import Testing

/// A lock excludes other threads, and its body may throw.
@Suite(.sharingProcessors) struct LockTests {
  @Test func `only one thread at a time holds a lock`() {
    let lock = Lock((isTaken: false, count: 0))
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<many(20_000) {
        lock.withLock { state in
          precondition(!state.isTaken)
          state.isTaken = true
          state.count += 1
          state.isTaken = false
        }
      }
    }
    #expect(lock.withLock { $0.count } == 8 * many(20_000))
  }

  @Test func `a lock is released when its body throws`() {
    let lock = Lock(1)
    #expect(throws: CancellationError.self) {
      try lock.withLock { (_: inout Int) throws(CancellationError) in throw CancellationError() }
    }
    #expect(lock.withLock { $0 } == 1)
  }
}
