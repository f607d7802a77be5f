import Dispatch
import Foundation
import Synchronization

/// Blocks this thread until somebody calls the function that `start` is given. On the main thread the main queue goes on
/// meanwhile; in a test, its jobs do.
///
/// - Parameters:
///   - scope: Whose work on the main queue to do.
///   - deadline: When to give up.
/// - Returns: Whether it was called in time.
@discardableResult
func blockThread(
  for scope: Scope, until deadline: Date = .distantFuture, _ start: (@escaping @Sendable () -> Void) -> Void
) -> Bool {
  let done = DispatchSemaphore(value: 0)
  start { done.signal() }
  return scope.block(until: deadline) { done.wait(timeout: .now() + $0) == .success }
}

extension Scope {
  /// Runs `body`, which blocks this thread until work of this scope has been done.
  func blocking<Result>(_ body: () -> Result) -> Result {
    guard let host = host as? TestHost else { return body() }
    return host.blocking(body)
  }

  /// Blocks this thread until `wait` says that it is over; on the main thread the main queue goes on meanwhile.
  ///
  /// - Parameters:
  ///   - deadline: When to give up. That is also done when the time of the test is over.
  ///   - wait: Waits for so many seconds at most, and returns whether it is over.
  func block(until deadline: Date, _ wait: (Double) -> Bool) -> Bool {
    blocking {
      while true {
        let isOnMain = MainQueue.isCurrent
        let left = min(max(deadline.timeIntervalSinceNow, 0), 0.2)
        if wait(isOnMain ? 0 : left) { return true }
        if Date() >= deadline { return false }
        if let host = host as? TestHost, host.isOver.load(ordering: .relaxed) { return false }
        if isOnMain { MainQueue.turn(for: self, until: deadline) }
      }
    }
  }
}

extension AnyPromiseEngine {
  /// Blocks this thread until the promise has come to rest, or time is up.
  func block(until deadline: Date = .distantFuture) {
    let sleeper = Sleeper()
    let isInTime = blockThread(for: scope ?? .processWide, until: deadline) { wake in
      attach(
        Observer(consumer: sleeper) { _, _, _ in
          wake()
          return nil
        })
    }
    if isInTime { return }
    sleeper.isStale = true
    consumerLeft()
  }
}

/// A thread that waits for a promise, and may leave.
private final class Sleeper: Consumer {
  private let hasLeft = Lock(false)

  var isStale: Bool {
    get { hasLeft.withLock { $0 } }
    set { hasLeft.withLock { $0 = newValue } }
  }
}
