import Dispatch
import Foundation
import PromiseCore

/// Runs two functions as simultaneously as possible, once for each element.
///
/// The functions wait for each other before each element, so that even races of a few instructions occur. One of them has
/// its own thread, because Dispatch does not guarantee that two work items run in parallel.
///
/// - Parameters:
///   - elements: The elements to pass to both functions.
///   - one: Runs on the calling thread.
///   - other: Runs on another thread.
package func collide<Element: Sendable>(
  _ elements: [Element], _ one: @Sendable (Element) -> Void, other: @escaping @Sendable (Element) -> Void
) {
  let (first, second) = (Position(), Position())
  let hasFinished = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    for (index, element) in elements.enumerated() {
      second.meet(first, at: index)
      other(element)
    }
    hasFinished.signal()
  }
  for (index, element) in elements.enumerated() {
    first.meet(second, at: index)
    one(element)
  }
  hasFinished.wait()
}

/// Runs two functions, one of them `async`, as simultaneously as possible, once for each element.
///
/// - Parameters:
///   - elements: The elements to pass to both functions.
///   - one: Runs in a task with its own thread.
///   - other: Runs on another thread.
package func collide<Element: Sendable>(
  _ elements: [Element], async one: @escaping @Sendable (Element) async -> Void,
  other: @escaping @Sendable (Element) -> Void
) async {
  let (first, second) = (Position(), Position())
  await withCheckedContinuation { continuation in
    let both = Countdown(2) { continuation.resume() }
    Thread.detachNewThread {
      for (index, element) in elements.enumerated() {
        second.meet(first, at: index)
        other(element)
      }
      both.countDown()
    }
    // The task has its own thread. In the cooperative pool, it would occupy a thread while it waits for the other side.
    Task(executorPreference: OwnThread()) {
      for (index, element) in elements.enumerated() {
        first.meet(second, at: index)
        await one(element)
      }
      both.countDown()
    }
  }
}

/// Runs a task on its own serial queue.
private final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "OwnThread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Calls a function once it has counted down to zero.
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

/// The position of one side: the number of elements that it has reached.
package final class Position: Sendable {
  private let number = Counter()

  package init() {}

  /// Returns when both sides have reached the element at `index`.
  package func meet(_ other: Position, at index: Int) {
    number.next()
    var rounds = 0
    while other.number.value <= index {
      rounds += 1
      // Both sides may share one core.
      if rounds % 1000 == 0 { sched_yield() }
    }
  }
}
