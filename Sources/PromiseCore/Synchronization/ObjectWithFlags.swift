public import CPromiseCore

// Swift's `Atomic` and `Mutex` need macOS 15 or iOS 18. Older systems have no property whose address is known to stay the
// same, which atomics and locks need; but an object does not move, nor does its first stored property. So an object that
// several threads change *begins* with its flags and its lock, or with its integer, which are only ever accessed at that
// address. `ManagedAtomic` of swift-atomics works in the same way.

/// An object whose first stored property is, or begins with, a `promise_core_flags`.
///
/// That property must be declared first in a class whose superclass has no stored property, and be used nowhere else.
@usableFromInline
package protocol ObjectWithFlags: AnyObject, Sendable {}

extension ObjectWithFlags {
  /// The flags, lock-free. What was written before they were published may be read only after `loadFlagsAcquiring`.
  @inlinable @inline(__always)
  package func loadFlags() -> UInt16 {
    withExtendedLifetime(self) { promise_core_flags_load_relaxed(flagsAddress) }
  }

  /// The flags, and with them everything that the thread wrote before it published them.
  @inlinable @inline(__always)
  package func loadFlagsAcquiring() -> UInt16 {
    withExtendedLifetime(self) { promise_core_flags_load_acquiring(flagsAddress) }
  }

  /// Sets flags that publish nothing.
  @inlinable @inline(__always)
  package func setFlags(_ mask: UInt16) {
    withExtendedLifetime(self) { promise_core_flags_set_relaxed(flagsAddress, mask) }
  }

  /// Clears flags that publish nothing.
  @inlinable @inline(__always)
  package func clearFlags(_ mask: UInt16) {
    withExtendedLifetime(self) { promise_core_flags_clear_relaxed(flagsAddress, mask) }
  }

  /// Sets flags, and publishes everything that this thread wrote before. Returns the flags before.
  @inlinable @inline(__always)
  package func publishFlags(_ mask: UInt16) -> UInt16 {
    withExtendedLifetime(self) { promise_core_flags_set(flagsAddress, mask) }
  }

  /// Changes the flags as `transition` says. Returns `false` if that returns `nil`.
  @inlinable @inline(__always)
  package func changeFlags(_ transition: (UInt16) -> UInt16?) -> Bool {
    var flags = loadFlags()
    while let new = transition(flags) {
      if withExtendedLifetime(self, { promise_core_flags_exchange(flagsAddress, &flags, new) }) { return true }
    }
    return false
  }

  @inlinable @inline(__always)
  var flagsAddress: UnsafeMutablePointer<promise_core_flags> {
    _getUnsafePointerToStoredProperties(self).assumingMemoryBound(to: promise_core_flags.self)
  }
}
