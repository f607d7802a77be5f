import Synchronization

/// The number of inputs that have yet to come to rest.
@usableFromInline
final class Countdown: Sendable {
  private let missing: Atomic<Int>

  @usableFromInline
  init(from count: Int) { missing = Atomic(count) }

  /// Whether none is missing any more.
  var isOver: Bool { missing.load(ordering: .acquiring) <= 0 }

  /// Counts one. Returns whether that was the last.
  @usableFromInline
  func countDown() -> Bool { missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}

/// 0, 1, 2, …
package final class Counter: Sendable {
  private let count = Atomic(0)

  package init() {}

  package func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
