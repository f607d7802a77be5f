import CPromiseCore

/// An object whose first stored property is an `Int`, which is accessed by these functions only.
package protocol ObjectWithInteger: AnyObject, Sendable {}

extension ObjectWithInteger {
  package func loadInteger() -> Int { withExtendedLifetime(self) { promise_core_integer_load(integerAddress) } }

  /// Returns the integer before.
  @discardableResult
  package func addToInteger(_ difference: Int) -> Int {
    withExtendedLifetime(self) { promise_core_integer_add(integerAddress, difference) }
  }

  /// Sets the bits of `mask`. Returns the integer before.
  func setBitsOfInteger(_ mask: Int) -> Int {
    withExtendedLifetime(self) { promise_core_integer_set(integerAddress, mask) }
  }

  private var integerAddress: UnsafeMutablePointer<Int> {
    _getUnsafePointerToStoredProperties(self).assumingMemoryBound(to: Int.self)
  }
}

/// The number of inputs that have yet to come to rest.
@usableFromInline
final class Countdown: ObjectWithInteger, @unchecked Sendable {
  private var missing: Int

  @usableFromInline
  init(from count: Int) { missing = count }

  /// Whether none is missing any more.
  var isOver: Bool { loadInteger() <= 0 }

  /// Counts one. Returns whether that was the last.
  @usableFromInline
  func countDown() -> Bool { addToInteger(-1) == 1 }
}

/// 0, 1, 2, …
package final class Counter: ObjectWithInteger, @unchecked Sendable {
  private var count = 0

  package init() {}

  /// The number that `next()` returns the next time.
  package var value: Int { loadInteger() }

  @discardableResult
  package func next() -> Int { addToInteger(1) }
}

/// Something that happens once.
package final class OnceFlag: ObjectWithInteger, @unchecked Sendable {
  private var claims = 0

  package init() {}

  /// Whether it has happened.
  package var isClaimed: Bool { loadInteger() != 0 }

  /// Claims the one time. Returns whether this call is the first.
  @discardableResult
  package func claim() -> Bool { addToInteger(1) == 0 }
}
