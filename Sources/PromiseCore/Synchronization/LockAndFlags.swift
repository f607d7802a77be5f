public import CPromiseCore

// Swift's `Atomic` and `Mutex` need macOS 15 or iOS 18. On older systems, Swift has no property whose address is known to
// stay the same, which atomics and locks need. But an object does not move, nor does its first stored property. So an object
// that several threads change *begins* with its flags and its lock, or with its integer, which are only ever accessed at
// that address. `ManagedAtomic` of swift-atomics works in the same way.

/// The flags of an object that change atomically, and its lock: eight bytes on Linux and Apple's systems.
///
/// It must be declared as the first stored property of a class whose superclass has none, and be accessed by ``address(in:)``.
@usableFromInline
package struct LockAndFlags: ~Copyable, @unchecked Sendable {
  private var flags: promise_core_flags
  @usableFromInline let mutex = PlatformMutex()

  @usableFromInline
  package init(flags: UInt16 = 0) { self.flags = promise_core_flags(value: flags, handover: 0) }

  /// The address of the property in an object, which the caller keeps alive.
  @inlinable @inline(__always)
  static func address(in object: AnyObject) -> UnsafeMutablePointer<LockAndFlags> {
    _getUnsafePointerToStoredProperties(object).assumingMemoryBound(to: LockAndFlags.self)
  }

  /// The address of the flags in an object that begins with flags, with or without a lock.
  @inlinable @inline(__always)
  package static func flagsAddress(in object: AnyObject) -> UnsafeMutablePointer<promise_core_flags> {
    _getUnsafePointerToStoredProperties(object).assumingMemoryBound(to: promise_core_flags.self)
  }

  /// Calls `body` while this thread has the lock of an object. No user code may run in it, not even a `deinit`.
  @inlinable @inline(__always)
  package static func withLock<Result: ~Copyable & Sendable, Failure: Error>(
    of object: AnyObject, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { _fixLifetime(object) }
    return try address(in: object).withLock(body)
  }
}
