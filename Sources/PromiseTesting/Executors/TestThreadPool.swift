import Dispatch
import Foundation

/// Runs the bodies of tests, which may block: each on its own thread, but a limited number at a time.
///
/// The cooperative pool has as many threads as there are cores, so a few tests that block there would stop every task
/// of the process. If each of a thousand tests ran on its own thread at once, all of them would compete for the cores,
/// and each would take as long as all of them together.
final class TestThreadPool: Sendable {
  typealias Job = @Sendable () -> Void

  /// The pool of the process. Its base limit is the number of cores.
  static let shared = TestThreadPool(limit: ProcessInfo.processInfo.activeProcessorCount)

  /// The key of a queue-specific value that every queue for jobs has.
  private static let key = DispatchSpecificKey<Bool>()

  let limit: Lock<AdaptiveConcurrencyLimit<Job>>
  /// Whether the watchdog is running.
  private let isWatched = Lock(false)
  private let watchdogQueue = DispatchQueue(label: "PromiseTesting.TestThreadPool")
  private let patience: DispatchTimeInterval

  /// Creates a pool.
  ///
  /// - Parameters:
  ///   - limit: The number of jobs that may run concurrently while none of them is blocked.
  ///   - patience: How long the watchdog waits for a job to finish before it assumes that all of them are blocked.
  init(limit: Int, patience: DispatchTimeInterval = .milliseconds(200)) {  // equivalent constant: How soon it looks.
    self.limit = Lock(AdaptiveConcurrencyLimit(limit: limit))
    self.patience = patience
  }

  /// Creates a serial queue, which gets its own thread when it needs one. Concurrent queues would share the threads of
  /// the global queues.
  static func makeQueue() -> DispatchQueue { DispatchQueue(label: "PromiseTesting") }

  /// Creates a queue for jobs of a pool.
  static func makeJobQueue() -> DispatchQueue {
    let queue = makeQueue()
    queue.setSpecific(key: key, value: true)
    return queue
  }

  /// Runs `job` as soon as the limit allows it.
  ///
  /// - Parameters:
  ///   - queues: A pool of queues that ``makeJobQueue()`` creates. The job gets one of its own.
  ///   - job: The job.
  func submit(to queues: QueuePool, _ job: @escaping Job) {
    submit { [self] in queues.run(job) { self.releasePermit() } }
  }

  /// Runs `job` as soon as the limit allows it.
  ///
  /// - Parameters:
  ///   - queue: A serial queue that ``makeJobQueue()`` has created.
  ///   - job: The job.
  func submit(to queue: DispatchQueue, _ job: @escaping Job) {
    submit { [self] in
      queue.async {
        job()
        self.releasePermit()
      }
    }
  }

  /// Calls `start`, which starts a job, as soon as the limit allows it.
  private func submit(_ start: @escaping Job) {
    limit.withLock { $0.enqueue(start) }?()
    if limit.withLock({ $0.hasWaitingJobs }) { startWatchdog() }
  }

  /// Releases the permit of a job, and starts the next job.
  private func releasePermit() { limit.withLock { $0.releasePermit() }?() }

  /// Runs `body`, which blocks the calling thread. If that is a thread of the pool, another job may run in the
  /// meantime.
  func blockThread<Result>(_ body: () -> Result) -> Result {
    guard DispatchQueue.getSpecific(key: Self.key) == true else { return body() }
    releasePermit()
    defer { limit.withLock { $0.reacquirePermit() } }
    return body()
  }

  // MARK: - Watchdog

  /// Starts the watchdog, unless it is running. It raises the limit while jobs wait and none finishes.
  private func startWatchdog() {
    let isFirst = isWatched.withLock { isWatched in
      defer { isWatched = true }
      return !isWatched
    }
    if isFirst { scheduleCheck() }
  }

  /// Raises the limit after a while if no job has finished, and repeats this while jobs wait.
  private func scheduleCheck() {
    watchdogQueue.asyncAfter(deadline: .now() + patience) { [self] in
      for start in limit.withLock({ $0.raiseIfStalled() }) { start() }
      if limit.withLock({ $0.hasWaitingJobs }) { return scheduleCheck() }
      isWatched.withLock { $0 = false }
      // A job may have been submitted in the meantime, while `isWatched` was still `true`.
      if limit.withLock({ $0.hasWaitingJobs }) { startWatchdog() }
    }
  }
}
