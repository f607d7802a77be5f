import CPromiseCore

/// The first stored property of an object with flags and a lock. In all eight bytes on Linux and Apple's systems.
@usableFromInline
package struct LockAndFlags: ~Copyable, @unchecked Sendable {
  // Used by way of the address of the object.
  fileprivate var flags: promise_core_flags
  @usableFromInline let mutex: PlatformMutex

  @usableFromInline
  package init(flags: UInt16 = 0) {
    self.flags = promise_core_flags(value: flags, handover: 0)
    mutex = PlatformMutex()
  }
}

/// An object whose first stored property is a `LockAndFlags`.
@usableFromInline
package protocol ObjectWithLock: ObjectWithFlags {}

extension ObjectWithLock {
  /// Calls `body` while this thread has the lock of the object. No user code may run in it, not even a `deinit`.
  @inlinable @inline(__always)
  package func withLock<Result: ~Copyable & Sendable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try _getUnsafePointerToStoredProperties(self).assumingMemoryBound(to: LockAndFlags.self).withLock(body)
  }
}
