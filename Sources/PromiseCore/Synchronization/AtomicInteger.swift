import CPromiseCore

/// Atomic access to an `Int` that is the first stored property of an object. See ``LockAndFlags``.
///
/// Every function acquires what other threads published, and a change publishes what this thread has written so far. So
/// a thread that changes the integer after another one sees everything that the other one wrote before its change.
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
///
/// Each input counts down at most once, on any thread. At most one call of `countDown()` reaches zero, and its thread
/// sees what the other threads wrote before their calls, such as the outcomes of the inputs.
@usableFromInline
package final class Countdown: @unchecked Sendable {
  private var missing: Int

  @usableFromInline
  package init(from count: Int) { missing = count }

  /// Whether the count has reached zero.
  package var hasReachedZero: Bool { AtomicInteger.load(in: self) <= 0 }

  /// Decrements the count. Returns whether it has reached zero.
  @usableFromInline
  package func countDown() -> Bool { AtomicInteger.add(-1, in: self) == 1 }
}

/// A counter that several threads share: 0, 1, 2, …
package final class Counter: @unchecked Sendable {
  private var count = 0

  /// Creates a counter that starts at 0.
  package init() {}

  /// The number that `next()` returns next.
  package var value: Int { AtomicInteger.load(in: self) }

  /// Adds a difference, which may be negative.
  package func add(_ difference: Int) { _ = AtomicInteger.add(difference, in: self) }

  /// Returns the current number and increments it, in one atomic step.
  @discardableResult
  package func next() -> Int { AtomicInteger.add(1, in: self) }
}

/// A flag that one of several threads can claim, permanently.
package final class OnceFlag: @unchecked Sendable {
  private var claims = 0

  package init() {}

  /// Whether the flag has been claimed.
  package var isClaimed: Bool { AtomicInteger.load(in: self) != 0 }

  /// Claims the flag. Returns whether this call is the first.
  @discardableResult
  package func claim() -> Bool { AtomicInteger.add(1, in: self) == 0 }
}
