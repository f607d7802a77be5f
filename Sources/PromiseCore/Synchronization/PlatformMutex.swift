// The one file in which the systems differ in how threads exclude one another. The atomics are the same on all of them.

public import CPromiseCore

#if canImport(Darwin)
  public import Darwin

  /// Four bytes of an object that are a lock. Swift's `Mutex` needs macOS 15 or iOS 18.
  @usableFromInline
  struct PlatformMutex: ~Copyable, @unchecked Sendable {
    private let lock = os_unfair_lock_s()
  }

  extension UnsafeMutablePointer<LockAndFlags> {
    /// Calls `body` while this thread has the lock.
    @inlinable
    package func withLock<Result: ~Copyable & Sendable, Failure: Error>(
      _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
      // In the object, and not a copy of the property: a lock must not move.
      let lock = (UnsafeMutableRawPointer(self) + MemoryLayout<promise_core_flags>.stride)
        .assumingMemoryBound(to: os_unfair_lock_s.self)
      os_unfair_lock_lock(lock)
      defer { os_unfair_lock_unlock(lock) }
      return try body()
    }
  }
#else
  public import Synchronization

  @usableFromInline
  struct PlatformMutex: ~Copyable, Sendable {
    @usableFromInline let mutex = Mutex(())
  }

  extension UnsafeMutablePointer<LockAndFlags> {
    /// Calls `body` while this thread has the lock.
    ///
    /// A contended `Mutex` is handed from thread to thread by the kernel on Linux.
    /// - Thread Sanitizer does not see that, and reports a race between two threads that both held the lock. So the thread
    ///   that leaves stores an atomic that the next one loads, which the sanitizer understands. That costs two plain moves
    ///   on x86-64.
    /// - Once one thread sleeps, each that comes has to be woken before the next can have the lock: eight threads that add
    ///   to a `PromiseQueue` did one thing in 35 µs, for as long as they went on. So a thread yields a number of times
    ///   before it goes to sleep: 2 to 6 µs.
    @inlinable
    package func withLock<Result: ~Copyable & Sendable, Failure: Error>(
      _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let flags = UnsafeMutableRawPointer(self).assumingMemoryBound(to: promise_core_flags.self)
      #if os(Linux) || os(Android)
        for _ in 0..<100 {
          let result = try pointee.mutex.mutex.withLockIfAvailable { _ throws(Failure) in
            promise_core_handover_load(flags)
            defer { promise_core_handover_store(flags) }
            return try body()
          }
          if let result { return result }
          promise_core_yield()
        }
      #endif
      return try pointee.mutex.mutex.withLock { _ throws(Failure) in
        promise_core_handover_load(flags)
        defer { promise_core_handover_store(flags) }
        return try body()
      }
    }
  }
#endif
