public import CPromiseCore

extension AnyPromise {
  /// The flags, without synchronization: what another thread wrote before it set them may not be visible yet.
  @inlinable @inline(__always)
  package final func loadFlags() -> UInt16 {
    defer { _fixLifetime(self) }
    return promise_core_flags_load_relaxed(LockAndFlags.flagsAddress(in: self))
  }

  /// The flags, and with them everything that a thread wrote before it published them.
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

  /// Sets flags, and publishes everything that this thread wrote before. Returns the flags before.
  final func publishFlags(_ mask: UInt16) -> UInt16 {
    defer { _fixLifetime(self) }
    return promise_core_flags_set(LockAndFlags.flagsAddress(in: self), mask)
  }

  /// Changes the flags as `transition` says. Returns `false` if that returns `nil`.
  @inline(__always)
  final func changeFlags(_ transition: (UInt16) -> UInt16?) -> Bool {
    var flags = loadFlags()
    while let new = transition(flags) {
      let isExchanged = promise_core_flags_exchange(LockAndFlags.flagsAddress(in: self), &flags, new)
      _fixLifetime(self)
      if isExchanged { return true }
    }
    return false
  }

  /// Calls `body` while this thread has the lock. No user code may run in it, not even a `deinit`.
  @inline(__always)
  final func withLock<Result: ~Copyable & Sendable>(_ body: () -> Result) -> Result {
    LockAndFlags.withLock(of: self, body)
  }
}
