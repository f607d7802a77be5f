/// Decides when other jobs may run beside the current job of a ``DeterministicScheduler``, because it does not finish.
///
/// The watchdog asks at regular intervals. Patience is not a duration, because a machine that delays the job delays the
/// checks as well. It begins again whenever another job is current, or the job has started.
struct JobPatience: Sendable {
  /// The number of checks in a row that find the same job running, after which other jobs run beside it.
  let checksWhileRunning: Int
  /// The same for a job that has not started. Work that does not belong to the test may occupy its executor.
  let checksBeforeStart: Int

  /// The job that was current at the previous check. It is retained, so that no other job can be taken for it.
  private var job: (any AnyObject & Sendable)?
  /// Whether that job had started.
  private var hadStarted = false
  /// The number of checks in a row that found no change.
  private var repetitions = 0

  // equivalent constant: How long it waits.
  init(checksWhileRunning: Int = 20, checksBeforeStart: Int = 300) {
    self.checksWhileRunning = checksWhileRunning
    self.checksBeforeStart = checksBeforeStart
  }

  /// Notes that a job is current. Returns whether it has been so for too long.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - hasStarted: Whether its executor has started it.
  ///   - hasOwnThread: Whether it has its own thread. It may have to wait for that thread, but not for another job, so it
  ///     always starts.
  mutating func isExhausted(by job: any AnyObject & Sendable, hasStarted: Bool, hasOwnThread: Bool) -> Bool {
    let isUnchanged = job === self.job && hasStarted == hadStarted && (hasStarted || !hasOwnThread)
    repetitions = isUnchanged ? repetitions + 1 : 0
    self.job = job
    hadStarted = hasStarted
    return repetitions >= (hasStarted ? checksWhileRunning : checksBeforeStart)
  }
}
