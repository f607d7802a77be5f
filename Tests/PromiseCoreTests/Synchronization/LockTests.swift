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

  // An optimized build may not release a result that is ignored as soon as the body returns it.
  @Test func `what is removed under a lock is released after it, also if the caller ignores it`() async {
    await #expect(processExitsWith: .success) {
      final class Owner: Sendable {
        let lock = Lock<Entry?>(nil)
      }
      final class Entry: Sendable {
        let owner: Owner
        init(_ owner: Owner) { self.owner = owner }
        deinit { owner.lock.withLock { precondition($0 == nil) } }
      }
      let owner = Owner()
      func fill() { owner.lock.withLock { $0 = Entry(owner) } }
      fill()
      _ = owner.lock.withLock { $0.take() }
      fill()
      _ = owner.lock.withLock { entry in
        defer { entry = nil }
        return entry
      }
      fill()
      _ = owner.lock.withLock { (1, $0.take()) }
    }
  }

  @Test func `a lock is released when its body throws`() {
    let lock = Lock(1)
    #expect(throws: CancellationError.self) {
      try lock.withLock { (_: inout Int) throws(CancellationError) in throw CancellationError() }
    }
    #expect(lock.withLock { $0 } == 1)
  }
}
