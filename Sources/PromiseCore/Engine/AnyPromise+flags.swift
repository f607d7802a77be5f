public import CPromiseCore

extension AnyPromise {
  /// Returns the flags without synchronization: the writes that preceded a flag on another thread may not be visible
  /// yet.
  @inlinable @inline(__always)
  package func loadFlags() -> PromiseFlags { Self.loadFlags(of: object) }

  /// Returns the flags of a promise or guarantee without synchronization. The initializers and `deinit` of the classes
  /// use this function, because a reference to their object would cost a retain and a release.
  @inlinable @inline(__always)
  static func loadFlags(of promise: AnyObject) -> PromiseFlags {
    defer { _fixLifetime(promise) }
    return PromiseFlags(rawValue: promise_core_flags_load_relaxed(LockAndFlags.flagsAddress(in: promise)))
  }

  /// Returns the flags, and acquires everything that other threads wrote before they published them.
  @inlinable @inline(__always)
  package func loadPublishedFlags() -> PromiseFlags {
    defer { _fixLifetime(object) }
    return PromiseFlags(rawValue: promise_core_flags_load_acquiring(LockAndFlags.flagsAddress(in: object)))
  }

  /// Sets flags that publish nothing.
  @inlinable @inline(__always)
  func setFlags(_ flags: PromiseFlags) {
    defer { _fixLifetime(object) }
    promise_core_flags_set_relaxed(LockAndFlags.flagsAddress(in: object), flags.rawValue)
  }

  /// Clears flags that publish nothing.
  func clearFlags(_ flags: PromiseFlags) {
    defer { _fixLifetime(object) }
    promise_core_flags_clear_relaxed(LockAndFlags.flagsAddress(in: object), flags.rawValue)
  }

  /// Sets flags and publishes everything that this thread has written so far. Returns the previous flags.
  func publishFlags(_ flags: PromiseFlags) -> PromiseFlags {
    defer { _fixLifetime(object) }
    return PromiseFlags(rawValue: promise_core_flags_set(LockAndFlags.flagsAddress(in: object), flags.rawValue))
  }

  /// Replaces the flags by the result of `transition`, atomically. Returns `false` if that result is `nil`.
  @inline(__always)
  func changeFlags(_ transition: (PromiseFlags) -> PromiseFlags?) -> Bool {
    var flags = loadFlags()
    while let new = transition(flags) {
      let previous = promise_core_flags_exchange(
        LockAndFlags.flagsAddress(in: object), flags.rawValue, new.rawValue)
      _fixLifetime(object)
      if previous == flags.rawValue { return true }
      flags = PromiseFlags(rawValue: previous)
    }
    return false
  }

  /// Calls `body` while this thread holds the lock. No user code may run in `body`, not even a `deinit`.
  @inline(__always)
  func withLock<Result: ~Copyable & Sendable>(_ body: () -> Result) -> Result {
    LockAndFlags.withLock(of: object, body)
  }
}
