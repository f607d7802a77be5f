import CPromiseCore

/// Atomic access to an `Int` that is the first stored property of an object. See ``LockAndFlags``.
enum AtomicInteger {
  /// Returns the integer, and acquires everything that other threads wrote before they changed it.
  static func load(in object: AnyObject) -> Int {
    defer { _fixLifetime(object) }
    return promise_core_integer_load(address(in: object))
  }

  /// Adds `difference`. Returns the previous integer.
  static func add(_ difference: Int, in object: AnyObject) -> Int {
    defer { _fixLifetime(object) }
    return promise_core_integer_add(address(in: object), difference)
  }

  /// Sets the bits of `mask`. Returns the previous integer.
  static func setBits(_ mask: Int, in object: AnyObject) -> Int {
    defer { _fixLifetime(object) }
    return promise_core_integer_set(address(in: object), mask)
  }

  private static func address(in object: AnyObject) -> UnsafeMutablePointer<Int> {
    _getUnsafePointerToStoredProperties(object).assumingMemoryBound(to: Int.self)
  }
}

/// The number of inputs that have yet to settle.
@usableFromInline
final class Countdown: @unchecked Sendable {
  private var missing: Int

  @usableFromInline
  init(from count: Int) { missing = count }

  /// Whether the count has reached zero.
  var hasReachedZero: Bool { AtomicInteger.load(in: self) <= 0 }

  /// Decrements the count. Returns whether it has reached zero.
  @usableFromInline
  func countDown() -> Bool { AtomicInteger.add(-1, in: self) == 1 }
}

/// A counter that several threads share: 0, 1, 2, …
package final class Counter: @unchecked Sendable {
  private var count = 0

  package init() {}

  /// The number that `next()` returns next.
  package var value: Int { AtomicInteger.load(in: self) }

  package func add(_ difference: Int) { _ = AtomicInteger.add(difference, in: self) }

  @discardableResult
  package func next() -> Int { AtomicInteger.add(1, in: self) }
}

/// A flag that one of several threads can claim.
package final class OnceFlag: @unchecked Sendable {
  private var claims = 0

  package init() {}

  /// Whether the flag has been claimed.
  package var isClaimed: Bool { AtomicInteger.load(in: self) != 0 }

  /// Claims the flag. Returns whether this call is the first.
  @discardableResult
  package func claim() -> Bool { AtomicInteger.add(1, in: self) == 0 }
}
