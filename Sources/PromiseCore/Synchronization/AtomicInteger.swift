import CPromiseCore

/// An `Int` that changes atomically: the first stored property of a class whose superclass has none. See ``LockAndFlags``.
enum AtomicInteger {
  /// The integer, and with it everything that a thread wrote before it changed the integer.
  static func load(in object: AnyObject) -> Int {
    defer { _fixLifetime(object) }
    return promise_core_integer_load(address(in: object))
  }

  /// Adds `difference`. Returns the integer before.
  static func add(_ difference: Int, in object: AnyObject) -> Int {
    defer { _fixLifetime(object) }
    return promise_core_integer_add(address(in: object), difference)
  }

  /// Sets the bits of `mask`. Returns the integer before.
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

  /// Whether none is missing any more.
  var hasReachedZero: Bool { AtomicInteger.load(in: self) <= 0 }

  /// Counts one. Returns whether that was the last.
  @usableFromInline
  func countDown() -> Bool { AtomicInteger.add(-1, in: self) == 1 }
}

/// A number that threads count together: 0, 1, 2, …
package final class Counter: @unchecked Sendable {
  private var count = 0

  package init() {}

  /// The number that `next()` returns next.
  package var value: Int { AtomicInteger.load(in: self) }

  package func add(_ difference: Int) { _ = AtomicInteger.add(difference, in: self) }

  @discardableResult
  package func next() -> Int { AtomicInteger.add(1, in: self) }
}

/// Something that happens once.
package final class OnceFlag: @unchecked Sendable {
  private var claims = 0

  package init() {}

  /// Whether it has happened.
  package var isClaimed: Bool { AtomicInteger.load(in: self) != 0 }

  /// Claims the one time. Returns whether this call is the first.
  @discardableResult
  package func claim() -> Bool { AtomicInteger.add(1, in: self) == 0 }
}
