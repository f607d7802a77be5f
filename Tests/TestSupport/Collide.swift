import Dispatch
import Foundation
import Synchronization

/// Runs two pieces of code at the same time, as nearly as can be, once for each element.
///
/// The two wait for each other before each element, so that races of a few instructions are hit, too. One of them has a
/// thread of its own, since Dispatch does not promise that two work items run side by side.
package func collide<Element: Sendable>(
  _ elements: [Element], _ one: @Sendable (Element) -> Void, other: @escaping @Sendable (Element) -> Void
) {
  let (first, second) = (Turn(), Turn())
  let isOver = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    for (index, element) in elements.enumerated() {
      second.meet(first, at: index)
      other(element)
    }
    isOver.signal()
  }
  for (index, element) in elements.enumerated() {
    first.meet(second, at: index)
    one(element)
  }
  isOver.wait()
}

private final class Turn: Sendable {
  private let number = Atomic(0)

  /// Returns when both have come to this element.
  func meet(_ other: Turn, at index: Int) {
    number.store(index + 1, ordering: .releasing)
    var rounds = 0
    while other.number.load(ordering: .acquiring) <= index {
      rounds += 1
      // Perhaps there is one core for the two of them.
      if rounds % 1000 == 0 { sched_yield() }
    }
  }
}
