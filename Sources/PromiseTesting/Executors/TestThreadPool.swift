import Dispatch
import Foundation

/// Runs the bodies of tests, which may block: each on a thread of its own, but not all at the same time.
///
/// The cooperative pool has as many threads as there are cores, so a few tests that block there would stop every task in
/// the process. A thread for each of a thousand tests would make all of them compete, and each take as long as all.
final class TestThreadPool: Sendable {
  typealias Job = @Sendable () -> Void

  static let shared = TestThreadPool(limit: ProcessInfo.processInfo.activeProcessorCount)

  /// Set on every queue that runs jobs of the pool.
  private static let key = DispatchSpecificKey<Bool>()

  private let limit: Lock<AdaptiveConcurrencyLimit<Job>>
  private let isWatched = Lock(false)
  private let watchdogQueue = DispatchQueue(label: "PromiseTesting.TestThreadPool")

  init(limit: Int) { self.limit = Lock(AdaptiveConcurrencyLimit(limit: limit)) }

  /// Creates a serial queue, which gets a thread when it needs one. (Concurrent queues share the threads of the global
  /// queues.)
  static func makeQueue() -> DispatchQueue { DispatchQueue(label: "PromiseTesting") }

  /// Runs `job` on `queue` as soon as the limit allows.
  func submit(to queue: DispatchQueue, _ job: @escaping Job) {
    queue.setSpecific(key: Self.key, value: true)
    let next = limit.withLock { limit in
      limit.enqueue {
        queue.async {
          job()
          self.releasePermit()
        }
      }
    }
    next?()
    if limit.withLock({ $0.hasWaitingJobs }) { startWatchdog() }
  }

  private func releasePermit() { limit.withLock { $0.releasePermit() }?() }

  /// Runs `body`, which blocks this thread. If this is a thread of the pool, another job may run in the meantime.
  func blockThread<Result>(_ body: () -> Result) -> Result {
    guard DispatchQueue.getSpecific(key: Self.key) == true else { return body() }
    releasePermit()
    defer { limit.withLock { $0.reacquirePermit() } }
    return body()
  }

  // MARK: - Watchdog

  /// Raises the limit from time to time while jobs wait and none finishes.
  private func startWatchdog() {
    let isFirst = isWatched.withLock { isWatched in
      defer { isWatched = true }
      return !isWatched
    }
    if isFirst { scheduleCheck() }
  }

  private func scheduleCheck() {
    watchdogQueue.asyncAfter(deadline: .now() + .milliseconds(200)) { [self] in
      for start in limit.withLock({ $0.raiseIfStalled() }) { start() }
      if limit.withLock({ $0.hasWaitingJobs }) { return scheduleCheck() }
      isWatched.withLock { $0 = false }
      // A job may have been submitted since, when the watchdog still seemed to run.
      if limit.withLock({ $0.hasWaitingJobs }) { startWatchdog() }
    }
  }
}
