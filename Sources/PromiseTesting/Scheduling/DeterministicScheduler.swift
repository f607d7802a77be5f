import Dispatch
import Foundation

/// Runs the jobs of a test one at a time, each on its executor, in an order that a seed determines.
///
/// The scheduler is idle, or one job is current. A job that is scheduled waits in a queue. When the current job finishes,
/// the next one starts. The body of the test and the tasks of its promises consist of such jobs, one from each
/// suspension to the next.
final class DeterministicScheduler: JobScheduler {
  typealias Job = @Sendable () -> Void

  /// The job that may run, until it has finished.
  private final class CurrentJob: Sendable {
    let hasStarted = OnceFlag()
    /// The job has a thread of its own. It may have to wait for that thread, but not for another job.
    let hasOwnThread: Bool

    init(hasOwnThread: Bool) { self.hasOwnThread = hasOwnThread }
  }

  private struct WaitingJob: Sendable {
    let job: Job
    let hasOwnThread: Bool
    let submit: @Sendable (@escaping Job) -> Void
  }

  private struct State: Sendable {
    var queues: ShuffledJobQueues<WaitingJob>
    var current: CurrentJob?
    /// Resume jobs that blocked their thread. Each becomes the current job again before the next waiting job starts.
    var resumptions: [@Sendable () -> Void] = []
    /// Code on the main queue scheduled a job without being one: the next job starts by way of the main queue, after it.
    var usesMainQueue = false
    /// How many nested calls block the main thread until jobs have run.
    var mainThreadBlockCount = 0
    var hasWatchdog = false
  }

  /// How long a job may run until other jobs run beside it, because it may be waiting for one: a number of checks, one
  /// every tenth of a second. Not a duration, because a machine that delays the job delays the checks too.
  private static let checksWhileRunning = 20
  /// How long a job may wait for its executor. Work that does not belong to the test may occupy it.
  private static let checksBeforeStart = 300

  private let state: Lock<State>
  private let queue = DispatchQueue(label: "PromiseTesting.DeterministicScheduler")

  init(seed: Int) { state = Lock(State(queues: ShuffledJobQueues(seed: seed))) }

  func schedule(on executor: HandlerExecutor, _ job: @escaping Job, submit: @escaping @Sendable (@escaping Job) -> Void)
  {
    schedule(in: Self.key(for: executor), hasOwnThread: false, job, submit: submit)
  }

  /// Schedules a job.
  ///
  /// - Parameters:
  ///   - key: The queue whose order the job keeps.
  ///   - hasOwnThread: Whether no other work can occupy the executor of the job.
  ///   - job: Runs once.
  ///   - submit: Submits a job to its executor.
  func schedule(
    in key: JobQueueKey, hasOwnThread: Bool, _ job: @escaping Job,
    submit: @escaping @Sendable (@escaping Job) -> Void
  ) {
    let isOnMain = MainQueue.isCurrent
    let isIdle = state.withLock { state in
      state.queues.append(WaitingJob(job: job, hasOwnThread: hasOwnThread, submit: submit), to: key)
      if isOnMain, state.current == nil { state.usesMainQueue = true }
      return state.current == nil
    }
    if isIdle { scheduleNext() }
  }

  private static func key(for executor: HandlerExecutor) -> JobQueueKey {
    switch executor {
    case .inline: .independent
    case .actor(let place): .serial(ObjectIdentifier(place.actor))
    case .queue(let queue): key(for: queue)
    case .queueWithFlags(let place): key(for: place.queue)
    }
  }

  private static func key(for queue: DispatchQueue) -> JobQueueKey {
    // By its label: on Linux every `DispatchQueue.main` is another object.
    if queue.label == HandlerExecutor.mainQueue.label {
      .main
    } else if queue.label.hasPrefix("com.apple.root.") {
      // A global queue. Dispatch does not tell whether any other queue is concurrent.
      .independent
    } else {
      .serial(ObjectIdentifier(queue))
    }
  }

  // MARK: - The current job

  /// Starts the next job, after the calling code.
  private func scheduleNext() {
    let viaMainQueue = state.withLock { $0.usesMainQueue && $0.mainThreadBlockCount == 0 }
    (viaMainQueue ? DispatchQueue.main : queue).async { self.startNext() }
  }

  private func startNext() {
    let (next, current) = state.withLock { state -> (WaitingJob?, CurrentJob?) in
      guard state.current == nil, let next = state.queues.popNext() else { return (nil, nil) }
      state.current = CurrentJob(hasOwnThread: next.hasOwnThread)
      return (next, state.current)
    }
    guard let next, let current else { return }
    startWatchdog()
    next.submit {
      current.hasStarted.claim()
      let outer = Self.jobOfThread
      Self.jobOfThread = current
      next.job()
      Self.jobOfThread = outer
      self.finish(current)
    }
  }

  /// Makes the next job current, unless `job` no longer is.
  private func finish(_ job: CurrentJob) {
    let (isNextDue, resume) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard state.current === job else { return (false, nil) }
      state.current = nil
      if !state.resumptions.isEmpty {
        // A placeholder, which the resumed job replaces.
        state.current = CurrentJob(hasOwnThread: true)
        return (false, state.resumptions.removeFirst())
      }
      return (!state.queues.isEmpty, nil)
    }
    resume?()
    if isNextDue { scheduleNext() }
  }

  // MARK: - Blocking jobs

  /// Runs `body`, which blocks this thread until other jobs have run. The current job lets other jobs run meanwhile, and
  /// becomes current again afterwards.
  func blockThread<Result>(_ body: () -> Result) -> Result {
    let isOnMain = MainQueue.isCurrent
    let job = Self.jobOfThread
    let isCurrent = state.withLock { state in
      if isOnMain { state.mainThreadBlockCount += 1 }
      return job != nil && state.current === job
    }
    defer { if isOnMain { state.withLock { $0.mainThreadBlockCount -= 1 } } }
    guard isCurrent, let job else {
      scheduleNext()
      return body()
    }
    finish(job)
    let result = body()
    resume(job)
    return result
  }

  /// Makes `job` current again, which may block this thread until another job has finished.
  private func resume(_ job: CurrentJob) {
    let semaphore = DispatchSemaphore(value: 0)
    let isIdle = state.withLock { state in
      guard state.current != nil else {
        state.current = job
        return true
      }
      state.resumptions.append { semaphore.signal() }
      return false
    }
    guard !isIdle else { return }
    semaphore.wait()
    state.withLock { $0.current = job }
  }

  /// The job that runs on this thread.
  private static var jobOfThread: CurrentJob? {
    get { Thread.current.threadDictionary["PromiseTesting.CurrentJob"] as? CurrentJob }
    set { Thread.current.threadDictionary["PromiseTesting.CurrentJob"] = newValue }
  }

  // MARK: - Watchdog

  /// Lets other jobs run beside a current job that does not finish.
  private func startWatchdog() {
    let isFirst = state.withLock { state in
      defer { state.hasWatchdog = true }
      return !state.hasWatchdog
    }
    if isFirst { check(state.withLock { $0.current }, hadStarted: false, repetitions: 0) }
  }

  /// Checks a tenth of a second later whether `job` is still current, as it was in a number of checks before.
  private func check(_ job: CurrentJob?, hadStarted: Bool, repetitions: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in
      guard let self else { return }
      let current = state.withLock { state in
        if state.current == nil { state.hasWatchdog = false }
        return state.current
      }
      guard let current else { return }
      let hasStarted = current.hasStarted.isClaimed
      let isUnchanged = current === job && hasStarted == hadStarted && (hasStarted || !current.hasOwnThread)
      let patience = hasStarted ? Self.checksWhileRunning : Self.checksBeforeStart
      guard isUnchanged, repetitions >= patience else {
        return check(current, hadStarted: hasStarted, repetitions: isUnchanged ? repetitions + 1 : 0)
      }
      state.withLock { $0.hasWatchdog = false }
      finish(current)
      if state.withLock({ $0.current != nil }) { startWatchdog() }
    }
  }
}
