import CPromiseCore
import Dispatch
import PromiseConcurrency
import PromiseCore
import TestSupport
import Testing

/// Locks, flags and integers are accessed by the address of the object, where its first stored property has to be.
struct LockAndFlagsTests {
  @Test func `the flags of a promise are its first stored property`() {
    let promise = Promise<Int>(settled: .success(3), site: CreationSite(#fileID, #line), context: nil)
    #expect(flags(of: promise) == promise.loadFlags())
    #expect(promise.loadFlags() != 0)
    let guarantee = Guarantee<String>.value("three").map(on: nil) { $0.count }
    #expect(flags(of: guarantee) == guarantee.loadFlags())
  }

  @Test func `a lock has its flags before its state`() {
    let lock = Lock(("one", 2))
    #expect(flags(of: lock) == 0)
    #expect(lock.withLock { $0.1 } == 2)
    #expect(flags(of: TaskWaiter(instrument: nil)) == 0)
  }

  @Test func `a settled promise has 64 bytes, and a lock eight more than its state`() {
    #expect(size(of: Promise.value(3)) == 64)
    #expect(size(of: Lock<UInt64>(3)) == 16 + 8 + 8)
  }

  @Test func `one thread at a time has a lock`() {
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

  @Test func `a lock is free after an error`() {
    let lock = Lock(1)
    #expect(throws: CancellationError.self) {
      try lock.withLock { (_: inout Int) throws(CancellationError) in throw CancellationError() }
    }
    #expect(lock.withLock { $0 } == 1)
  }

  @Test func `threads count together`() {
    let counter = Counter()
    let flag = OnceFlag()
    let firsts = Counter()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<many(20_000) { counter.next() }
      if flag.claim() { firsts.next() }
    }
    #expect(counter.value == 8 * many(20_000))
    #expect(firsts.value == 1 && flag.isClaimed)
  }

  private func flags(of object: AnyObject) -> UInt16 {
    promise_core_flags_load_acquiring(LockAndFlags.flagsAddress(in: object))
  }

  /// The size of an object, from the metadata of its class.
  private func size(of object: AnyObject) -> UInt32 {
    #if canImport(Darwin)
      let offset = 48  // with three words for Objective-C
    #else
      let offset = 24
    #endif
    return unsafeBitCast(type(of: object), to: UnsafeRawPointer.self).load(fromByteOffset: offset, as: UInt32.self)
  }
}
