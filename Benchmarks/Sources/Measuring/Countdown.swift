import Dispatch
import Synchronization

/// Blocks a thread until a number of events have happened, and adds up their numbers.
public final class Countdown: Sendable {
  private let missing: Atomic<Int>
  private let sum = Atomic<Int>(0)
  private let finished = DispatchSemaphore(value: 0)

  /// Creates a countdown that waits for `count` calls of ``arrive(with:)``.
  public init(_ count: Int) { missing = Atomic(count) }

  /// Records one event.
  public func arrive(with number: Int) {
    sum.wrappingAdd(number, ordering: .relaxed)
    if missing.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { finished.signal() }
  }

  /// Waits until all events have happened, and returns the sum of their numbers.
  public func wait() -> Int {
    finished.wait()
    return sum.load(ordering: .relaxed)
  }
}
