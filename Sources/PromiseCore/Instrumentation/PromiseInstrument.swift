package import Dispatch

/// Observes and controls the promises of a test.
///
/// Only the context of a test has an instrument. The context retains it, and every promise and job of the test retains
/// the context, so an instrument may outlive its test.
///
/// The requirements are called from any thread, concurrently, and never while the library holds a lock. An
/// implementation may take its own locks, but in a call that counts work it must not settle, cancel or observe promises
/// of the same context: it would be called again from within.
package protocol PromiseInstrument: AnyObject, Sendable {
  // MARK: - Observation

  /// Records what the promises of the test wait for. Read once, when the context is created.
  var recorder: any PromiseRecorder { get }
  /// Called when a promise has been created, on the thread that creates it.
  ///
  /// The initializer of the subclass has not returned yet: a promise that is created settled does not have its outcome
  /// yet. The instrument must not retain the promise, which would then never be deallocated.
  func promiseCreated(_ promise: AnyPromise)
  /// Called when code of this test begins to wait for a promise that belongs to another test or to none.
  ///
  /// Called in the task or on the thread that waits.
  ///
  /// - Parameters:
  ///   - promise: The promise.
  ///   - interrupt: A function that ends the wait, or `nil` if the wait cannot end before the promise settles, or ends by
  ///     other means when the test is over. It may be called at any time, from any thread, once.
  func waitBegins(forForeign promise: AnyPromise, _ interrupt: (@Sendable () -> Void)?)
  /// Called for an event that no handler has handled, on the thread on which it occurs.
  ///
  /// An unhandled rejection is reported while its promise is being deallocated. An abandoned promise is reported after
  /// its observers have been scheduled.
  func report(_ event: PromiseDiagnostics.Event)

  /// Called when a handler or another job is enqueued, or when code outside of a job begins to settle a promise.
  ///
  /// Called on the enqueuing thread, *before* another thread can run the job or see the outcome. So the number of jobs
  /// does not become zero while one job results from another.
  func jobEnqueued()
  /// Called when that job has finished and its captures have been released.
  ///
  /// Called once for each call of `jobEnqueued`, on the thread that has run the job.
  func jobFinished()
  /// Called when a task is started, or when a task that waited for a promise is resumed. The task has yet to run.
  ///
  /// Called on the thread that starts or resumes the task, before it does so.
  func taskScheduled()
  /// Called when that task runs.
  ///
  /// Called once for each call of `taskScheduled`, by the task itself. If the wait of the task ends before the task has
  /// suspended, the two calls may occur in either order.
  func taskResumed()

  // MARK: - Control

  /// Runs `body`, which blocks this thread.
  ///
  /// Called on the thread that `wait()` blocks, after the work in its trampoline has been scheduled. The implementation
  /// must call `body` once, on this thread, and return when it has returned.
  func blockThread(_ body: () -> Void)
  /// Runs `body` on this thread, with all task-local values of the test.
  ///
  /// The implementation must call `body` once, before it returns. Calls may be nested on one thread and concurrent on
  /// several.
  func runWithTaskLocals(_ body: () -> Void)
  /// The scheduler that determines the order of jobs, or `nil` to leave it to the executors.
  ///
  /// This property and the next two are read repeatedly and must not change. A context reads `handlerQueue` when it is
  /// created, to learn whether the library has to look for it at all.
  var scheduler: (any JobScheduler)? { get }
  /// The clock of timers, or `nil` to use the clock of Dispatch.
  var timers: (any TimerSource)? { get }
  /// The default queue of handlers, or `nil` to use that of the program.
  var handlerQueue: DispatchQueue? { get }
  /// Starts a task on the instrument's own threads, or returns `nil` to have it started as without an instrument.
  ///
  /// Tasks that are started on one actor begin there in the order of the calls. The library has called `taskScheduled`,
  /// and `body` begins by calling `taskResumed`, so the implementation calls neither.
  ///
  /// - Parameters:
  ///   - actor: The actor on which the task begins, or `nil` for none.
  ///   - name: The name of the task, which debuggers show.
  ///   - priority: The priority of the task, or `nil` to inherit the priority of the current task.
  ///   - body: The work of the task, to be called once with `actor`, unless the result is `nil`.
  func startTask(
    on actor: (any Actor)?, name: String?, priority: TaskPriority?,
    _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
  ) -> Task<Void, Never>?
}

/// Determines the order in which jobs run.
package protocol JobScheduler: AnyObject, Sendable {
  /// Schedules a job that is ready to run.
  ///
  /// Called on the thread that enqueues the job. The job may be submitted later, on any thread. Jobs for an actor are
  /// not scheduled here, because they reach the actor in tasks: see `PromiseInstrument.startTask`.
  ///
  /// - Parameters:
  ///   - executor: The executor of the job.
  ///   - job: The job, which must run exactly once, in work that `submit` has submitted.
  ///   - submit: Submits a job to that executor. It does not wait for the job.
  func schedule(
    on executor: HandlerExecutor, _ job: @escaping @Sendable () -> Void,
    submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void)
}

/// A clock that wakes timers without using a task for each of them.
package protocol TimerSource: AnyObject, Sendable {
  /// The time on the clock, in nanoseconds since an arbitrary moment, or `nil` if only the clock knows it.
  var elapsed: Int64? { get }

  /// Calls `wake` after the given number of nanoseconds.
  ///
  /// - Parameters:
  ///   - nanoseconds: The delay, which is not negative. A timer that never fires is not added at all.
  ///   - wake: The function to call at most once, from any thread, without holding a lock, because it settles a
  ///     promise. It may be called before this method returns.
  /// - Returns: A function that cancels the timer. `wake` may still be called after it. The function may be called more
  ///   than once, from any thread, even after the timer has fired.
  func addTimer(after nanoseconds: Int64, _ wake: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}
