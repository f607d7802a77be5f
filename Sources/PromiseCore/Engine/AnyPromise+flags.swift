public import CPromiseCore

extension AnyPromise {
  /// Returns the flags without synchronization: the writes that preceded a flag on another thread may not be visible
  /// yet.
  @inlinable @inline(__always)
  package final func loadFlags() -> UInt16 {
    defer { _fixLifetime(self) }
    return promise_core_flags_load_relaxed(LockAndFlags.flagsAddress(in: self))
  }

  /// Returns the flags, and acquires everything that other threads wrote before they published them.
  @inlinable @inline(__always)
  package final func loadPublishedFlags() -> UInt16 {
    defer { _fixLifetime(self) }
    return promise_core_flags_load_acquiring(LockAndFlags.flagsAddress(in: self))
  }

  /// Sets flags that publish nothing.
  @inlinable @inline(__always)
  final func setFlags(_ mask: UInt16) {
    defer { _fixLifetime(self) }
    promise_core_flags_set_relaxed(LockAndFlags.flagsAddress(in: self), mask)
  }

  /// Clears flags that publish nothing.
  final func clearFlags(_ mask: UInt16) {
    defer { _fixLifetime(self) }
    promise_core_flags_clear_relaxed(LockAndFlags.flagsAddress(in: self), mask)
  }

  /// Sets flags and publishes everything that this thread has written so far. Returns the previous flags.
  final func publishFlags(_ mask: UInt16) -> UInt16 {
    defer { _fixLifetime(self) }
    return promise_core_flags_set(LockAndFlags.flagsAddress(in: self), mask)
  }

  /// Replaces the flags by the result of `transition`, atomically. Returns `false` if that result is `nil`.
  @inline(__always)
  final func changeFlags(_ transition: (UInt16) -> UInt16?) -> Bool {
    var flags = loadFlags()
    while let new = transition(flags) {
      let previous = promise_core_flags_exchange(LockAndFlags.flagsAddress(in: self), flags, new)
      _fixLifetime(self)
      if previous == flags { return true }
      flags = previous
    }
    return false
  }

  /// Calls `body` while this thread holds the lock. No user code may run in `body`, not even a `deinit`.
  @inline(__always)
  final func withLock<Result: ~Copyable & Sendable>(_ body: () -> Result) -> Result {
    LockAndFlags.withLock(of: self, body)
  }
}
