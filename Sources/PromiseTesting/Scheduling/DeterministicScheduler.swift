import Dispatch
import Foundation

/// Runs the jobs of a test one at a time, each on its executor, in an order that a seed determines.
///
/// Either the scheduler is idle or exactly one job is current. A scheduled job waits in a queue; when the current job
/// finishes, the next one starts. The body of the test and the tasks of its promises consist of such jobs: each runs
/// from one suspension to the next.
///
/// A job may wait for another job in a way that the scheduler cannot detect. A watchdog lets other jobs run beside a
/// current job that does not finish.
final class DeterministicScheduler: JobScheduler {
  typealias Job = @Sendable () -> Void

  /// The job that may run, until it has finished.
  private final class CurrentJob: Sendable {
    /// Set when the executor starts the job.
    let hasStarted = OnceFlag()
    /// Whether the job has its own thread. It may have to wait for that thread, but not for another job.
    let hasOwnThread: Bool

    init(hasOwnThread: Bool) { self.hasOwnThread = hasOwnThread }
  }

  /// A job that waits in a queue, with the function that submits it to its executor.
  private struct WaitingJob: Sendable {
    let job: Job
    let hasOwnThread: Bool
    let submit: @Sendable (@escaping Job) -> Void
  }

  /// The state of the scheduler, which a lock guards.
  private struct State: Sendable {
    var queues: ShuffledJobQueues<WaitingJob>
    /// The current job, or `nil` if the scheduler is idle.
    var current: CurrentJob?
    /// Functions that resume jobs that blocked their threads. Each such job becomes current again before the next
    /// waiting job starts.
    var resumptions: [@Sendable () -> Void] = []
    /// Whether code on the main queue that is not a job has scheduled one. The next job then starts by way of the main
    /// queue, after that code.
    var usesMainQueue = false
    /// The number of nested calls that block the main thread until jobs have run.
    var mainThreadBlockCount = 0
    /// Whether the watchdog is running.
    var hasWatchdog = false
  }

  private let state: Lock<State>
  private let queue = DispatchQueue(label: "PromiseTesting.DeterministicScheduler")

  private let patience: JobPatience

  /// Creates an idle scheduler.
  ///
  /// - Parameters:
  ///   - seed: Determines the order of the jobs.
  ///   - patience: Decides when other jobs may run beside the current one.
  init(seed: Int, patience: JobPatience = JobPatience()) {
    state = Lock(State(queues: ShuffledJobQueues(seed: seed)))
    self.patience = patience
  }

  /// Schedules a handler, or the work of `queue.async(.promise)`.
  ///
  /// - Parameters:
  ///   - executor: The executor of the job. Jobs on a serial executor keep their order.
  ///   - job: The work, which runs once.
  ///   - submit: Submits a job to its executor.
  func schedule(on executor: HandlerExecutor, _ job: @escaping Job, submit: @escaping @Sendable (@escaping Job) -> Void)
  {
    schedule(in: Self.key(for: executor), hasOwnThread: false, job, submit: submit)
  }

  /// Schedules a job.
  ///
  /// - Parameters:
  ///   - key: The queue in which the job waits.
  ///   - hasOwnThread: Whether no other work can occupy the executor of the job.
  ///   - job: The work, which runs once.
  ///   - submit: Submits a job to its executor.
  func schedule(
    in key: JobQueueKey, hasOwnThread: Bool, _ job: @escaping Job,
    submit: @escaping @Sendable (@escaping Job) -> Void
  ) {
    let isOnMain = MainQueue.isCurrent
    let jobOfThread = isOnMain ? Self.jobOfThread : nil
    let isIdle = state.withLock { state in
      state.queues.append(WaitingJob(job: job, hasOwnThread: hasOwnThread, submit: submit), to: key)
      // Another job may be current, such as the one that has brought the body of the test to the main actor.
      if isOnMain, jobOfThread == nil || state.current !== jobOfThread { state.usesMainQueue = true }
      return state.current == nil
    }
    if isIdle { scheduleNext() }
  }

  /// Returns the queue in which the jobs of an executor wait.
  private static func key(for executor: HandlerExecutor) -> JobQueueKey {
    if executor.isMain { return .main }
    return switch executor.base {
    case .actor(let executor): .serial(ObjectIdentifier(executor.actor))
    case .queue(let queue): key(for: queue)
    case .queueWithFlags(let executor): key(for: executor.queue)
    case .inline, .task, .adoption, .scoped: .independent
    }
  }

  /// Returns the queue in which the jobs of a Dispatch queue wait.
  private static func key(for queue: DispatchQueue) -> JobQueueKey {
    // The queue is global. For other queues, Dispatch does not reveal whether they are concurrent.
    queue.label.hasPrefix("com.apple.root.") ? .independent : .serial(ObjectIdentifier(queue))
  }

  // MARK: - The current job

  /// Starts the next job, but not before the calling code has returned.
  private func scheduleNext() {
    let viaMainQueue = state.withLock { $0.usesMainQueue && $0.mainThreadBlockCount == 0 }
    (viaMainQueue ? DispatchQueue.main : queue).async { self.startNext() }
  }

  /// Makes the next waiting job current and submits it to its executor, if the scheduler is idle.
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

  /// Makes the next job current, unless `job` is no longer current.
  private func finish(_ job: CurrentJob) {
    let (isNextDue, resume) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      // equivalent boolean: No job starts while another one is current.
      guard state.current === job else { return (false, nil) }
      state.current = nil
      if !state.resumptions.isEmpty {
        // This job is a placeholder, which the resumed job replaces with itself.
        state.current = CurrentJob(hasOwnThread: true)
        return (false, state.resumptions.removeFirst())
      }
      return (!state.queues.isEmpty, nil)
    }
    resume?()
    if isNextDue { scheduleNext() }
  }

  // MARK: - Blocking jobs

  /// Runs `body`, which blocks the calling thread until other jobs have run.
  ///
  /// If the calling code is the current job, other jobs run in the meantime, and the job becomes current again
  /// afterward.
  func blockThread<Result>(_ body: () -> Result) -> Result {
    let isOnMain = MainQueue.isCurrent
    let job = Self.jobOfThread
    let (isCurrent, isNextDue) = state.withLock { state in
      if isOnMain { state.mainThreadBlockCount += 1 }
      return (job != nil && state.current === job, !state.queues.isEmpty)
    }
    defer { if isOnMain { state.withLock { $0.mainThreadBlockCount -= 1 } } }
    guard isCurrent, let job else {
      // Without a waiting job, this could start one that the calling code schedules after it was blocked.
      if isNextDue { scheduleNext() }
      return body()
    }
    finish(job)
    let result = body()
    resume(job)
    return result
  }

  /// Makes `job` current again. Blocks the calling thread until the current job has finished, if there is one.
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

  /// The job that is running on the calling thread.
  private static var jobOfThread: CurrentJob? {
    get { Thread.current.threadDictionary["PromiseTesting.CurrentJob"] as? CurrentJob }
    set { Thread.current.threadDictionary["PromiseTesting.CurrentJob"] = newValue }
  }

  // MARK: - Watchdog

  /// Starts the watchdog, unless it is running.
  private func startWatchdog() {
    let isFirst = state.withLock { state in
      defer { state.hasWatchdog = true }
      return !state.hasWatchdog
    }
    if isFirst { check(after: patience) }
  }

  /// Checks after a tenth of a second whether the current job has exhausted the patience, and then lets other jobs run.
  private func check(after patience: JobPatience) {
    queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in  // equivalent constant: How soon it looks.
      guard let self else { return }
      let current = state.withLock { state in
        if state.current == nil { state.hasWatchdog = false }
        return state.current
      }
      guard let current else { return }
      var patience = patience
      guard
        patience.isExhausted(
          by: current, hasStarted: current.hasStarted.isClaimed, hasOwnThread: current.hasOwnThread)
      else { return check(after: patience) }
      state.withLock { $0.hasWatchdog = false }
      finish(current)
      if state.withLock({ $0.current != nil }) { startWatchdog() }
    }
  }
}
