// Mutual exclusion, which is the only part of the synchronization that differs between systems.

public import CPromiseCore

#if canImport(Darwin)
  public import Darwin

  /// A lock of four bytes. Swift's `Mutex` needs macOS 15 or iOS 18.
  @usableFromInline
  struct PlatformMutex: ~Copyable, @unchecked Sendable {
    private let lock = os_unfair_lock_s()
  }

  extension UnsafeMutablePointer<LockAndFlags> {
    /// Waits until this thread holds the lock.
    @inlinable
    func acquire() { os_unfair_lock_lock(lock) }

    /// Lets another thread hold the lock.
    @inlinable
    func release() { os_unfair_lock_unlock(lock) }

    /// The address in the object. A copy of the property would move the lock, which is not allowed.
    @inlinable var lock: UnsafeMutablePointer<os_unfair_lock_s> {
      (UnsafeMutableRawPointer(self) + MemoryLayout<promise_core_flags>.stride)
        .assumingMemoryBound(to: os_unfair_lock_s.self)
    }
  }
#else
  public import Synchronization

  /// A lock of four bytes on Linux, where it is a futex.
  @usableFromInline
  struct PlatformMutex: ~Copyable, Sendable {
    @usableFromInline let mutex = Mutex(())
  }

  extension UnsafeMutablePointer<LockAndFlags> {
    /// Waits until this thread holds the lock.
    ///
    /// On Linux the kernel hands a contended `Mutex` from thread to thread.
    /// - Thread Sanitizer does not see this handover, and reports a race between two threads that both held the lock.
    ///   So a thread that releases the lock stores an atomic that the next one loads, which the sanitizer understands.
    ///   This costs two plain moves on x86-64.
    /// - Once a thread sleeps, every later thread has to be woken before it gets the lock: with eight threads that
    ///   added elements to a `PromiseQueue`, each operation took 35 µs until they stopped. So a thread yields a number
    ///   of times before it sleeps, which reduces the time to between 2 and 6 µs.
    @inlinable
    func acquire() {
      if !pointee.mutex.mutex._unsafeTryLock() { acquireContended() }
      promise_core_handover_load(UnsafeMutableRawPointer(self).assumingMemoryBound(to: promise_core_flags.self))
    }

    @usableFromInline @inline(never)
    func acquireContended() {
      #if os(Linux) || os(Android)
        for _ in 0..<100 {
          promise_core_yield()
          if pointee.mutex.mutex._unsafeTryLock() { return }
        }
      #endif
      pointee.mutex.mutex._unsafeLock()
    }

    /// Lets another thread hold the lock.
    @inlinable
    func release() {
      promise_core_handover_store(UnsafeMutableRawPointer(self).assumingMemoryBound(to: promise_core_flags.self))
      pointee.mutex.mutex._unsafeUnlock()
    }
  }
#endif

extension UnsafeMutablePointer<LockAndFlags> {
  /// Calls `body` while this thread holds the lock.
  ///
  /// `Mutex.withLock` is not used: the attempts before it would be a second copy of `body`, in every function with a
  /// lock.
  @inlinable
  package func withLock<Result: ~Copyable & Sendable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    acquire()
    // A constant that lives until the lock has been released, and no `defer`: the optimizer would otherwise release a
    // result that the caller ignores as soon as `body` returns it. What is removed under the lock may run user code.
    let result: Result
    do throws(Failure) {
      result = try body()
    } catch {
      release()
      throw error
    }
    release()
    return result
  }
}
