import Dispatch
import Foundation

extension PromiseContext {
  /// Blocks the calling thread until the function passed to `start` is called. If the calling thread is the
  /// main thread, work on the main queue keeps running.
  ///
  /// - Parameters:
  ///   - deadline: When to give up. The wait also ends when the test is over.
  ///   - start: Starts the work. It receives a function to call, from any thread, when the work is done.
  /// - Returns: Whether the function was called before the deadline and the end of the test.
  @discardableResult
  func blockUntilCalled(
    by deadline: Date = .distantFuture, _ start: (@escaping @Sendable () -> Void) -> Void
  ) -> Bool {
    let done = DispatchSemaphore(value: 0)
    start { done.signal() }
    return block(until: deadline) { done.wait(timeout: .now() + $0) == .success }
  }

  /// Blocks the calling thread until `wait` returns `true`. If the calling thread is the main thread, work on the
  /// main queue keeps running.
  ///
  /// - Parameters:
  ///   - deadline: When to give up. The wait also ends when the test is over.
  ///   - wait: Waits for a condition, for at most the given number of seconds, and returns whether the condition holds.
  /// - Returns: Whether the condition held in time.
  func block(until deadline: Date, _ wait: (Double) -> Bool) -> Bool {
    Trampoline.prepareToBlock()
    guard let testInstrument else { return poll(until: deadline, wait) }
    return testInstrument.blockThread { poll(until: deadline, wait) }
  }

  /// Calls `wait` repeatedly: for up to a fifth of a second each time, or without waiting on the main thread, where it
  /// alternates with work on the main queue.
  private func poll(until deadline: Date, _ wait: (Double) -> Bool) -> Bool {
    while true {
      let isOnMain = MainQueue.isCurrent
      let remaining = min(max(deadline.timeIntervalSinceNow, 0), 0.2)  // equivalent constant: How often it looks.
      if wait(isOnMain ? 0 : remaining) { return true }
      if Date() >= deadline { return false }
      if let testInstrument, testInstrument.isOver.isClaimed { return false }
      if isOnMain { MainQueue.runPendingWork(of: self, until: deadline) }
    }
  }
}

extension AnyPromise {
  /// Blocks the calling thread until the promise is settled or the deadline has passed.
  ///
  /// The thread is a consumer of the promise. After the deadline it leaves as a consumer, without canceling the
  /// promise.
  ///
  /// - Parameters:
  ///   - deadline: When to stop waiting.
  ///   - site: The site of the call that waits.
  func block(until deadline: Date = .distantFuture, _ site: CreationSite) {
    PromiseContext.waitBegins(for: self)
    let consumer = BlockedThread(site, servesMainQueue: true)
    // The wait ends with the test of the calling code, which need not be that of the promise.
    let waiting = PromiseContext.current ?? context ?? .processWide
    let isInTime = waiting.blockUntilCalled(by: deadline) { wake in
      attach(
        .object(
          ClosureObserver(consumer: consumer) { _, _, _ in
            wake()
            return nil
          }))
    }
    if isInTime { return }
    consumer.leave()
    consumerDeparts(nil)
  }
}
