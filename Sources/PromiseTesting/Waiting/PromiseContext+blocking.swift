import Dispatch
import Foundation

extension PromiseContext {
  /// Blocks this thread until the function passed to `start` is called. On the main thread, work on the main queue runs
  /// in the meantime.
  ///
  /// - Returns: Whether it was called in time; `false` after the deadline, or after the time limit of the test.
  @discardableResult
  func blockUntilCalled(
    by deadline: Date = .distantFuture, _ start: (@escaping @Sendable () -> Void) -> Void
  ) -> Bool {
    let done = DispatchSemaphore(value: 0)
    start { done.signal() }
    return block(until: deadline) { done.wait(timeout: .now() + $0) == .success }
  }

  /// Blocks this thread until `wait` returns `true`. On the main thread, work on the main queue runs in the meantime.
  ///
  /// - Parameters:
  ///   - deadline: When to give up, if the time limit of the test has not passed before.
  ///   - wait: Waits for a condition, for a number of seconds at most, and returns whether it is true.
  /// - Returns: Whether `wait` returned `true` in time.
  func block(until deadline: Date, _ wait: (Double) -> Bool) -> Bool {
    Trampoline.prepareToBlock()
    guard let testInstrument else { return poll(until: deadline, wait) }
    return testInstrument.blockThread { poll(until: deadline, wait) }
  }

  private func poll(until deadline: Date, _ wait: (Double) -> Bool) -> Bool {
    while true {
      let isOnMain = MainQueue.isCurrent
      let remaining = min(max(deadline.timeIntervalSinceNow, 0), 0.2)
      if wait(isOnMain ? 0 : remaining) { return true }
      if Date() >= deadline { return false }
      if let testInstrument, testInstrument.isOver.isClaimed { return false }
      if isOnMain { MainQueue.runPendingWork(of: self, until: deadline) }
    }
  }
}

extension AnyPromise {
  /// Blocks this thread until the promise is settled, or until the deadline.
  func block(until deadline: Date = .distantFuture) {
    let consumer = BlockedThread()
    let isInTime = (context ?? .processWide).blockUntilCalled(by: deadline) { wake in
      attach(
        ClosureObserver(consumer: consumer) { _, _, _ in
          wake()
          return nil
        })
    }
    if isInTime { return }
    consumer.hasLeft.claim()
    consumerDeparts(nil)
  }
}

/// A thread that waits for a promise, as a consumer that may leave.
private final class BlockedThread: Consumer {
  let hasLeft = OnceFlag()

  var isStale: Bool { hasLeft.isClaimed }
}
