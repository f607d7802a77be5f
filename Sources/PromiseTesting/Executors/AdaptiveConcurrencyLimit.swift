/// Limits how many jobs run at a time, where jobs may block: a blocked job does not count.
///
/// A job that blocks releases its permit, if it can. While no job finishes, the limit assumes that the running jobs are
/// blocked too, and grows.
struct AdaptiveConcurrencyLimit<Job: Sendable>: Sendable {
  private let baseLimit: Int
  /// How many jobs may run beyond the base limit, because other jobs seem to be blocked.
  private var extraLimit = 0
  private var runningCount = 0
  private var waiting = FIFOQueue<Job>()
  private var waitingCount = 0
  private var hasProgressed = false

  /// Creates a limit of so many running jobs.
  init(limit: Int) { baseLimit = limit }

  /// Whether a job waits for a permit.
  var hasWaitingJobs: Bool { waitingCount > 0 }

  /// Enqueues a job. Returns the job to start, if there is a permit for one.
  mutating func enqueue(_ job: Job) -> Job? {
    waiting.append(job)
    waitingCount += 1
    return startNext()
  }

  /// Releases the permit of a job that has finished or blocks. Returns the job to start instead, if one waits.
  mutating func releasePermit() -> Job? {
    runningCount -= 1
    hasProgressed = true
    if extraLimit > 0 { extraLimit -= 1 }
    return startNext()
  }

  /// Takes the permit back for a job that no longer blocks. It does not wait, so the limit may be exceeded.
  mutating func reacquirePermit() { runningCount += 1 }

  /// Raises the limit if no permit was released since the last call. Returns the jobs to start.
  mutating func raiseIfStalled() -> [Job] {
    defer { hasProgressed = false }
    guard !hasProgressed else { return [] }
    extraLimit += baseLimit
    var jobs: [Job] = []
    while let job = startNext() { jobs.append(job) }
    return jobs
  }

  private mutating func startNext() -> Job? {
    guard runningCount < baseLimit + extraLimit, let job = waiting.popFirst() else { return nil }
    runningCount += 1
    waitingCount -= 1
    return job
  }
}
