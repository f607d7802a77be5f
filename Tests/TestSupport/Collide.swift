import Dispatch
import Foundation
import PromiseCore

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

/// Likewise, where one of the two is `async`.
package func collide<Element: Sendable>(
  _ elements: [Element], async one: @escaping @Sendable (Element) async -> Void,
  other: @escaping @Sendable (Element) -> Void
) async {
  let (first, second) = (Turn(), Turn())
  await withCheckedContinuation { continuation in
    let both = Countdown(2) { continuation.resume() }
    Thread.detachNewThread {
      for (index, element) in elements.enumerated() {
        second.meet(first, at: index)
        other(element)
      }
      both.countDown()
    }
    // On a thread of its own: on the pool, it would keep others from running while it waits for the other side.
    Task(executorPreference: OwnThread()) {
      for (index, element) in elements.enumerated() {
        first.meet(second, at: index)
        await one(element)
      }
      both.countDown()
    }
  }
}

private final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "OwnThread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

private final class Countdown: Sendable {
  private let ended = Counter()
  private let count: Int
  private let end: @Sendable () -> Void

  init(_ count: Int, _ end: @escaping @Sendable () -> Void) {
    self.count = count
    self.end = end
  }

  func countDown() {
    if ended.next() + 1 == count { end() }
  }
}

private final class Turn: Sendable {
  private let number = Counter()

  /// Returns when both have come to this element.
  func meet(_ other: Turn, at index: Int) {
    number.next()
    var rounds = 0
    while other.number.value <= index {
      rounds += 1
      // Perhaps there is one core for the two of them.
      if rounds % 1000 == 0 { sched_yield() }
    }
  }
}
