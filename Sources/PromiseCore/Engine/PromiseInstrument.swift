package import Dispatch

/// Observes and steers the promises of a test.
///
/// Only contexts of tests have an instrument.
package protocol PromiseInstrument: AnyObject, Sendable {
  // MARK: - Watching

  /// A promise was created.
  func promiseCreated(_ promise: AnyPromise)
  /// A resolver was created for it: work that the instrument does not know of may settle it.
  func promiseHandedOut(_ promise: AnyPromise)
  /// A promise is being deallocated.
  func promiseDeallocated(_ promise: ObjectIdentifier)
  /// Something went wrong that no handler has seen.
  func report(_ event: PromiseDiagnostics.Event)

  /// A handler or another job was enqueued, or code outside of a job begins to settle a promise.
  func jobEnqueued()
  /// It has finished, and what it held is released.
  func jobFinished()
  /// A task was started, or a task that waited for a promise was resumed: it has yet to run.
  func taskScheduled()
  /// That task runs.
  func taskResumed()

  // MARK: - Steering

  /// Runs `body`, which blocks this thread.
  func blockThread(_ body: () -> Void)
  /// Runs `body` on this thread, with everything that is task-local to the test.
  func runWithTaskLocals(_ body: () -> Void)
  /// Decides in what order jobs run; `nil`: the executors decide.
  var scheduler: (any JobScheduler)? { get }
  /// The clock of timers; `nil`: that of Dispatch.
  var timers: (any TimerSource)? { get }
  /// The default queue of handlers; `nil`: that of the program.
  var handlerQueue: DispatchQueue? { get }
  /// Starts a task on threads of its own; `nil`: it is started as without an instrument.
  ///
  /// Tasks that are started on one actor get to it in the order of the calls.
  func startTask(
    on actor: (any Actor)?, name: String?, priority: TaskPriority?,
    _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
  ) -> Task<Void, Never>?
}

/// Decides in what order jobs run.
package protocol JobScheduler: AnyObject, Sendable {
  /// Takes a job that is due.
  ///
  /// - Parameters:
  ///   - executor: The executor of the job.
  ///   - job: To be run once.
  ///   - submit: Submits a job to that executor.
  func schedule(
    on executor: HandlerExecutor, _ job: @escaping @Sendable () -> Void,
    submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void)
}

/// A clock that wakes timers without a task for each.
package protocol TimerSource: AnyObject, Sendable {
  /// Calls `wake` when the time has passed. If the function that is returned is called before, `wake` may still be called.
  func addTimer(after nanoseconds: Int64, _ wake: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}
