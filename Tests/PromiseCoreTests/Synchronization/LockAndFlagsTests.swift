import CPromiseCore
import PromiseConcurrency
import PromiseCore
import TestSupport
import Testing

/// The memory layout of locks and flags.
///
/// They are accessed through the address of their object, so they must be its first stored property.
@Suite(.sharingProcessors) struct LockAndFlagsTests {
  @Test func `the flags of a promise are its first stored property`() {
    let promise = Promise<Int>(settled: .success(3), site: CreationSite(#fileID, #line), context: nil)
    #expect(flags(of: promise) == promise.any.loadFlags())
    #expect(!promise.any.loadFlags().isEmpty)
    let guarantee = Guarantee<String>.value("three").map(on: nil) { $0.count }
    #expect(flags(of: guarantee) == guarantee.any.loadFlags())
  }

  @Test func `a lock stores its flags before its state`() {
    let lock = Lock(("one", 2))
    #expect(flags(of: lock).isEmpty)
    #expect(lock.withLock { $0.1 } == 2)
    #expect(flags(of: TaskWaiter(in: nil)).isEmpty)
  }

  @Test func `a settled promise is 64 bytes, and a lock adds eight bytes to its state`() {
    #expect(size(of: Promise.value(3)) == 64)
    #expect(size(of: Lock<UInt64>(3)) == 16 + 8 + 8)
  }

  private func flags(of object: AnyObject) -> PromiseFlags {
    PromiseFlags(rawValue: promise_core_flags_load_acquiring(LockAndFlags.flagsAddress(in: object)))
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
