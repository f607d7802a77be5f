public import CPromiseCore

// Swift's `Atomic` and `Mutex` need macOS 15 or iOS 18. On older systems Swift cannot guarantee that a property keeps
// its address, which atomics and locks need. An object does not move, however, and neither does its first stored
// property. So an object that several threads change *begins* with its flags and its lock, or with its integer, and
// these are accessed only at that address. `ManagedAtomic` of swift-atomics works in the same way.

/// The atomic flags of an object, and its lock: eight bytes on Linux and Apple's systems.
///
/// It must be the first stored property of a class that inherits no stored property, and be accessed through
/// ``address(in:)``.
///
/// | Bytes | Part | Accessed |
/// | --- | --- | --- |
/// | 2 | the flags | atomically, with or without the lock |
/// | 1 | `handover`, for Thread Sanitizer | by the thread that holds the lock |
/// | 1 | `kind` | written by the initializer |
/// | 4 | the mutex | by `withLock` |
///
/// The functions of `AnyPromise` determine the meaning of the flags and the order of memory accesses: a flag that
/// *publishes* makes the writes that preceded it visible to each thread that acquires it, and the other flags make
/// nothing visible.
@usableFromInline
package struct LockAndFlags: ~Copyable, @unchecked Sendable {
  private var flags: promise_core_flags
  @usableFromInline let mutex = PlatformMutex()

  @usableFromInline
  package init(flags: UInt16 = 0, kind: UInt8 = 0) {
    self.flags = promise_core_flags(value: flags, handover: 0, kind: kind)
  }

  /// Returns the address of the property in an object, which the caller must keep alive.
  @inlinable @inline(__always)
  static func address(in object: AnyObject) -> UnsafeMutablePointer<LockAndFlags> {
    _getUnsafePointerToStoredProperties(object).assumingMemoryBound(to: LockAndFlags.self)
  }

  /// Returns the address of the flags in an object that begins with flags, with or without a lock.
  @inlinable @inline(__always)
  package static func flagsAddress(in object: AnyObject) -> UnsafeMutablePointer<promise_core_flags> {
    _getUnsafePointerToStoredProperties(object).assumingMemoryBound(to: promise_core_flags.self)
  }

  /// Calls `body` while this thread holds the lock of an object. No user code may run in `body`, not even a `deinit`.
  ///
  /// The lock is not recursive. Everything that a thread writes in `body` is visible to the next thread in `body`.
  ///
  /// - Parameters:
  ///   - object: An object that begins with a `LockAndFlags`.
  ///   - body: A short function that does not block. It must move references out instead of releasing them.
  /// - Returns: The result of `body`.
  @inlinable @inline(__always)
  package static func withLock<Result: ~Copyable & Sendable, Failure: Error>(
    of object: AnyObject, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { _fixLifetime(object) }
    return try address(in: object).withLock(body)
  }
}
