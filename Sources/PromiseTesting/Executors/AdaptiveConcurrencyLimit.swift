/// Limits the number of jobs that run concurrently, where jobs may block. A blocked job does not count.
///
/// A job that blocks releases its permit if it can. While no job finishes, the limit assumes that the running jobs are
/// blocked as well, and grows.
struct AdaptiveConcurrencyLimit<Job: Sendable>: Sendable {
  /// The number of jobs that may run while none of them is blocked.
  private let baseLimit: Int
  /// The number of jobs that may run beyond the base limit, because other jobs appear to be blocked.
  private var extraLimit = 0
  private var runningCount = 0
  private var waiting = FIFOQueue<Job>()
  private var waitingCount = 0
  /// Whether a permit has been released since the last call of ``raiseIfStalled()``.
  private var hasProgressed = false

  /// Creates a limit.
  ///
  /// - Parameter limit: The number of jobs that may run concurrently.
  init(limit: Int) { baseLimit = limit }

  /// Whether a job is waiting for a permit.
  var hasWaitingJobs: Bool { waitingCount > 0 }

  /// Enqueues a job.
  ///
  /// - Returns: The job to start, or `nil` if no permit is available.
  mutating func enqueue(_ job: Job) -> Job? {
    waiting.append(job)
    waitingCount += 1
    return startNext()
  }

  /// Releases the permit of a job that has finished or blocks.
  ///
  /// - Returns: The job to start in its place, or `nil` if none is waiting.
  mutating func releasePermit() -> Job? {
    runningCount -= 1
    hasProgressed = true
    if extraLimit > 0 { extraLimit -= 1 }
    return startNext()
  }

  /// Takes back the permit of a job that no longer blocks. The job does not wait, so the limit may be exceeded.
  mutating func reacquirePermit() { runningCount += 1 }

  /// Raises the limit if no permit has been released since the last call.
  ///
  /// - Returns: The jobs to start.
  mutating func raiseIfStalled() -> [Job] {
    defer { hasProgressed = false }
    guard !hasProgressed else { return [] }
    extraLimit += baseLimit
    var jobs: [Job] = []
    while let job = startNext() { jobs.append(job) }
    return jobs
  }

  /// Returns the next job to start if a permit is available, and counts it as running.
  private mutating func startNext() -> Job? {
    guard runningCount < baseLimit + extraLimit, let job = waiting.popFirst() else { return nil }
    runningCount += 1
    waitingCount -= 1
    return job
  }
}
