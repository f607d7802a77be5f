/// Which jobs may run, of those that block now and then: so many at a time, and one more for each that is blocked.
///
/// A job that is blocked says so, if it can. Where nothing ends for a while, it is taken for granted that those which run
/// are blocked, too.
struct Slots<Job: Sendable>: Sendable {
  /// How many run at a time.
  private let width: Int
  /// How many more, since others seem to be blocked.
  private var extra = 0
  private var running = 0
  private var waiting = Fifo<Job>()
  private var waitingCount = 0
  private var hasProgressed = false

  init(width: Int) { self.width = width }

  /// Whether somebody waits.
  var isFull: Bool { waitingCount > 0 }

  /// A job comes. Returns it if it may run now.
  mutating func add(_ job: Job) -> Job? {
    waiting.append(job)
    waitingCount += 1
    return next()
  }

  /// A job has ended, or is blocked. Returns the one that may run in its place.
  mutating func leave() -> Job? {
    running -= 1
    hasProgressed = true
    if extra > 0 { extra -= 1 }
    return next()
  }

  /// A job that was blocked goes on; nobody keeps it waiting.
  mutating func comeBack() { running += 1 }

  /// Some time has passed. Returns the jobs that may run because nothing has ended in that time.
  mutating func tick() -> [Job] {
    defer { hasProgressed = false }
    guard !hasProgressed else { return [] }
    extra += width
    var jobs: [Job] = []
    while let job = next() { jobs.append(job) }
    return jobs
  }

  private mutating func next() -> Job? {
    guard running < width + extra, let job = waiting.popFirst() else { return nil }
    running += 1
    waitingCount -= 1
    return job
  }
}
