import CPromiseCore
import Dispatch
import PromiseConcurrency
import PromiseCore
import TestSupport
import Testing

/// The memory layout and the atomicity of locks, flags, and counters.
///
/// They are accessed through the address of their object, so they must be its first stored property.
struct LockAndFlagsTests {
  @Test func `the flags of a promise are its first stored property`() {
    let promise = Promise<Int>(settled: .success(3), site: CreationSite(#fileID, #line), context: nil)
    #expect(flags(of: promise) == promise.loadFlags())
    #expect(promise.loadFlags() != 0)
    let guarantee = Guarantee<String>.value("three").map(on: nil) { $0.count }
    #expect(flags(of: guarantee) == guarantee.loadFlags())
  }

  @Test func `a lock stores its flags before its state`() {
    let lock = Lock(("one", 2))
    #expect(flags(of: lock) == 0)
    #expect(lock.withLock { $0.1 } == 2)
    #expect(flags(of: TaskWaiter(in: nil)) == 0)
  }

  @Test func `a settled promise is 64 bytes, and a lock adds eight bytes to its state`() {
    #expect(size(of: Promise.value(3)) == 64)
    #expect(size(of: Lock<UInt64>(3)) == 16 + 8 + 8)
  }

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

  @Test func `counters and once-flags are atomic across threads`() {
    let counter = Counter()
    let flag = OnceFlag()
    let claims = Counter()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<many(20_000) { counter.next() }
      if flag.claim() { claims.next() }
    }
    #expect(counter.value == 8 * many(20_000))
    #expect(claims.value == 1 && flag.isClaimed)
  }

  private func flags(of object: AnyObject) -> UInt16 {
    promise_core_flags_load_acquiring(LockAndFlags.flagsAddress(in: object))
  }

  /// Returns the size of an object, read from the metadata of its class.
  private func size(of object: AnyObject) -> UInt32 {
    #if canImport(Darwin)
      let offset = 48  // including three words for Objective-C
    #else
      let offset = 24
    #endif
    return unsafeBitCast(type(of: object), to: UnsafeRawPointer.self).load(fromByteOffset: offset, as: UInt32.self)
  }
}
