import Dispatch
import Synchronization

/// Lets a thread wait until so many things have happened, and adds up what they were.
public final class Countdown: Sendable {
  private let missing: Atomic<Int>
  private let sum = Atomic<Int>(0)
  private let finished = DispatchSemaphore(value: 0)

  /// Makes one that waits for `count` calls of ``arrive(with:)``.
  public init(_ count: Int) { missing = Atomic(count) }

  /// One of them has happened.
  public func arrive(with number: Int) {
    sum.wrappingAdd(number, ordering: .relaxed)
    if missing.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { finished.signal() }
  }

  /// Waits until all of them have happened, and returns the sum of their numbers.
  public func wait() -> Int {
    finished.wait()
    return sum.load(ordering: .relaxed)
  }
}
