package import Dispatch

/// Observes and controls the promises of a test.
///
/// Only the context of a test has an instrument.
package protocol PromiseInstrument: AnyObject, Sendable {
  // MARK: - Observation

  /// Called when a promise has been created.
  func promiseCreated(_ promise: AnyPromise)
  /// Called when a resolver of the promise has been created. Work that the instrument does not know may settle the
  /// promise.
  func promiseHandedOut(_ promise: AnyPromise)
  /// Called when a promise is being deallocated.
  func promiseDeallocated(_ promise: ObjectIdentifier)
  /// Called for an event that no handler has handled.
  func report(_ event: PromiseDiagnostics.Event)

  /// Called when a handler or another job is enqueued, or when code outside of a job begins to settle a promise.
  func jobEnqueued()
  /// Called when that job has finished and its captures have been released.
  func jobFinished()
  /// Called when a task is started, or when a task that waited for a promise is resumed. The task has yet to run.
  func taskScheduled()
  /// Called when that task runs.
  func taskResumed()

  // MARK: - Control

  /// Runs `body`, which blocks this thread.
  func blockThread(_ body: () -> Void)
  /// Runs `body` on this thread, with all task-local values of the test.
  func runWithTaskLocals(_ body: () -> Void)
  /// The scheduler that determines the order of jobs, or `nil` to leave it to the executors.
  var scheduler: (any JobScheduler)? { get }
  /// The clock of timers, or `nil` to use the clock of Dispatch.
  var timers: (any TimerSource)? { get }
  /// The default queue of handlers, or `nil` to use that of the program.
  var handlerQueue: DispatchQueue? { get }
  /// Starts a task on the instrument's own threads, or returns `nil` to have it started as without an instrument.
  ///
  /// Tasks that are started on one actor begin there in the order of the calls.
  func startTask(
    on actor: (any Actor)?, name: String?, priority: TaskPriority?,
    _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
  ) -> Task<Void, Never>?
}

/// Determines the order in which jobs run.
package protocol JobScheduler: AnyObject, Sendable {
  /// Schedules a job that is ready to run.
  ///
  /// - Parameters:
  ///   - executor: The executor of the job.
  ///   - job: The job, which must run exactly once.
  ///   - submit: Submits a job to that executor.
  func schedule(
    on executor: HandlerExecutor, _ job: @escaping @Sendable () -> Void,
    submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void)
}

/// A clock that wakes timers without using a task for each of them.
package protocol TimerSource: AnyObject, Sendable {
  /// Calls `wake` after the given number of nanoseconds.
  ///
  /// - Returns: A function that cancels the timer. `wake` may still be called after it.
  func addTimer(after nanoseconds: Int64, _ wake: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}
