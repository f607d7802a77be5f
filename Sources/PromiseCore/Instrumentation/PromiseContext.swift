import CPromiseCore
package import Dispatch

/// The group of promises that belong to one test, and the instrument that observes them.
///
/// A promise belongs to the context of the code that creates it, or to that of the promise that it is derived from, for
/// its whole lifetime. Its handlers run with that context in a task-local value, on every queue, so the promises that
/// they create belong to the context as well. PromiseTesting observes and controls the promises of a test by means of the
/// context's instrument, and PromiseTracing learns from the context's recorder what settles each promise.
///
/// Promises have contexts only in a process in which an instrument has been registered or tracing has been turned on.
/// Otherwise a context costs one relaxed load for each promise.
///
/// Each promise and each enqueued job retain their context, and the context retains the instrument and the recorder. The
/// context refers to no promise, so it does not keep any alive. All members may be used from any thread.
@usableFromInline
package final class PromiseContext: Sendable {
  /// The context of the running code.
  @TaskLocal package static var current: PromiseContext?

  /// The context of the running code. Costs one relaxed load as long as there is only the process-wide context, which is
  /// never in the task-local value: in a traced program, that is twice for each promise.
  static var running: PromiseContext? { promise_core_has_other_contexts() ? current : nil }

  /// The context of promises that belong to no other context.
  package static let processWide = PromiseContext(ofProcess: ())
  private static let processRecorder = Lock(ProcessRecorder())

  /// Entered for each pending promise and for each job that is enqueued or running. Empty when the context is idle.
  package let group = DispatchGroup()
  /// Entered for each job that is enqueued or running, unless there is an instrument, which counts jobs itself.
  package let jobs = DispatchGroup()
  /// The number of jobs that have been enqueued so far.
  package var jobsEnqueued: Int { enqueuedJobs.value }
  private let enqueuedJobs = Counter()
  /// Receives the events that would otherwise be passed to `PromiseDiagnostics.handler`.
  package let report: (@Sendable (PromiseDiagnostics.Event) -> Void)?
  /// Records what the promises of this context wait for, or `nil`.
  package var recorder: (any PromiseRecorder)? {
    ownRecorder ?? (self === Self.processWide ? Self.processRecorder.withLock { $0.current() } : nil)
  }
  private let ownRecorder: (any PromiseRecorder)?
  /// The instrument of the test, or `nil` if the context belongs to no test.
  package let instrument: (any PromiseInstrument)?
  /// Observes the promises of this context if it has no instrument, or `nil`. PromiseTesting observes those of the
  /// process-wide context.
  package let strayPromiseObserver = Lock<(any StrayPromiseObserver)?>(nil)

  /// Creates the process-wide context.
  private init(ofProcess: Void) {
    report = nil
    ownRecorder = nil
    instrument = nil
  }

  /// Creates a context without an instrument.
  ///
  /// - Parameters:
  ///   - recorder: Records what the promises of this context wait for, or `nil`.
  ///   - report: Receives the diagnostic events of the promises in this context, or `nil` to pass the events to
  ///     `PromiseDiagnostics.handler`.
  package init(
    recorder: (any PromiseRecorder)? = nil, report: (@Sendable (PromiseDiagnostics.Event) -> Void)? = nil
  ) {
    promise_core_note_other_context()
    self.report = report
    ownRecorder = recorder
    instrument = nil
  }

  /// Creates the context of a test.
  ///
  /// - Parameter instrument: Observes and controls the promises and jobs of this context.
  package init(instrument: any PromiseInstrument) {
    promise_core_note_other_context()
    report = { instrument.report($0) }
    ownRecorder = instrument.recorder
    self.instrument = instrument
    if instrument.handlerQueue != nil { DefaultQueue.enableOverrides() }
  }

  // MARK: - Pending promises and jobs

  /// Records that a promise of this context has been created. A pending one is counted until `promiseSettled()`, or
  /// until it is deallocated.
  func promiseCreated(_ promise: AnyPromise, isPending: Bool) {
    if isPending { group.enter() }
    recorder?.promiseCreated(promise, isPending: isPending)
    if let instrument { return instrument.promiseCreated(promise) }
    strayPromiseObserver.withLock { $0 }?.promiseCreated()
  }

  /// Records that the outcome of a promise has been delivered, so that its handlers are counted as jobs from now on.
  func promiseSettled() { group.leave() }

  /// Records that a promise is being deallocated, with whether it is still counted as pending.
  func promiseDeallocated(_ promise: AnyPromise, isPending: Bool) {
    promise.record?.promiseDeallocated()
    if isPending { group.leave() }
  }

  /// Starts counting a job, before it is enqueued or before code outside of a job settles a promise.
  func jobEnqueued() {
    group.enter()
    if let instrument { return instrument.jobEnqueued() }
    jobs.enter()
    enqueuedJobs.next()
  }

  /// Stops counting a job, after it has run and its captures have been released.
  func jobFinished() {
    if let instrument { instrument.jobFinished() } else { jobs.leave() }
    group.leave()
  }

  /// Tells the test of the calling code that it begins to wait for a promise, if that belongs to another test or to none,
  /// or is derived from such a promise.
  ///
  /// - Parameters:
  ///   - promise: The promise.
  ///   - interrupt: Ends the wait when the test is over.
  package static func waitBegins(for promise: AnyPromise, _ interrupt: (@Sendable () -> Void)? = nil) {
    guard promise.context != nil, let instrument = currentInstrument else { return }
    if promise.context?.instrument !== instrument { return instrument.waitBegins(forForeign: promise, interrupt) }
    var upstream = [promise]
    var index = 0
    while index < min(upstream.count, 100) {
      for source in upstream[index].awaitedPromises {
        if source.context != nil, source.context?.instrument !== instrument {
          instrument.waitBegins(forForeign: source, nil)
        } else {
          upstream.append(source)
        }
      }
      index += 1
    }
  }

  // MARK: - Running code

  /// Runs a job with this context and with all other task-local values of the test.
  func runJob(_ job: () -> Void) {
    // Code without a context belongs to the process-wide context anyway.
    let current = Self.running
    if current === self || (current == nil && self === Self.processWide) { return job() }
    guard let instrument else { return Self.$current.withValue(self, operation: job) }
    instrument.runWithTaskLocals { Self.$current.withValue(self, operation: job) }
  }

  /// Starts a task that has the task-local values of the test, this context among them, and none of the calling code.
  func startTask(
    on actor: (any Actor)?, priority: TaskPriority, _ body: @escaping TaskWork
  ) -> Task<Void, Never> {
    guard let instrument else {
      return startDetachedTask(on: actor, priority: priority) { actor in
        await Self.$current.withValue(self, operation: { await body(actor) }, isolation: actor)
      }
    }
    var task: Task<Void, Never>?
    instrument.runWithTaskLocals {
      Self.$current.withValue(self) { task = PromiseCore.startTask(on: actor, priority: priority, body) }
    }
    return task!
  }

  /// Runs a job on an executor with this context, and counts it until it has finished and its captures have been
  /// released.
  ///
  /// - Parameters:
  ///   - executor: The executor of the job.
  ///   - job: The job. It runs once, when the scheduler of the instrument permits it.
  func enqueue(on executor: HandlerExecutor, _ job: @escaping @Sendable () -> Void) {
    jobEnqueued()
    let box = ConsumableBox(executor.inScope(job))
    let executor = executor.base
    let counted: @Sendable () -> Void = {
      self.runJob { box.take()() }
      self.jobFinished()
    }
    // A job for an actor reaches it in a task, and the scheduler orders it as a task.
    if let scheduler = instrument?.scheduler, !executor.isActor {
      scheduler.schedule(on: executor, counted) { self.submit($0, to: executor) }
    } else {
      submit(counted, to: executor)
    }
  }

  // MARK: - The main queue

  /// The jobs for the main queue, in order.
  private let mainQueueJobs = Lock(FIFOQueue<@Sendable () -> Void>())

  /// Submits a job to its executor, which has no scope.
  ///
  /// A job for the main queue is added to a list, and the main queue receives a work item that runs the next job of the
  /// list. A test that waits *on* the main queue blocks the queue until it ends, so it runs the jobs of the list
  /// itself.
  package func submit(_ job: @escaping @Sendable () -> Void, to executor: HandlerExecutor) {
    switch executor {
    case let executor where executor.isMain:
      mainQueueJobs.withLock { $0.append(job) }
      HandlerExecutor.mainQueue.async { self.runMainQueueJob() }
    case .actor(let reference) where instrument != nil:
      _ = startTask(on: reference.actor, priority: .medium) { _ in job() }
    default: executor.enqueue(job)
    }
  }

  /// Runs the next job for the main queue. Must be called on that queue. Returns whether there was a job.
  @discardableResult
  package func runMainQueueJob() -> Bool {
    guard let job = mainQueueJobs.withLock({ $0.popFirst() }) else { return false }
    job()
    return true
  }

  // MARK: - Registration

  /// Whether there are instruments in this process, or promises are traced, so that all promises belong to contexts. Once
  /// set, it must not be cleared: a job that was enqueued without a context must not finish with one.
  package static var isInstrumented: Bool {
    get { promise_core_is_instrumented() }
    set { promise_core_set_instrumented(newValue) }
  }

  /// Lets promises belong to the context of the code that creates them. Those of other code belong to none, unless
  /// ``isInstrumented`` is set.
  package static func enableContexts() { promise_core_enable_contexts() }

  /// Returns the context of a promise that the running code creates and that is not derived from another promise.
  @usableFromInline
  package static func ofNewPromise() -> PromiseContext? {
    isInstrumented ? running ?? (promise_core_has_process_context() ? processWide : nil) : nil
  }

  /// The context of the test that the running code belongs to.
  package static var ofCurrentTest: PromiseContext? {
    guard isInstrumented, let current = running, current.instrument != nil else { return nil }
    return current
  }

  /// The instrument of the test that the running code belongs to.
  package static var currentInstrument: (any PromiseInstrument)? { ofCurrentTest?.instrument }
}

extension HandlerExecutor {
  fileprivate var isActor: Bool {
    if case .actor(let reference) = base { !reference.isMain } else { false }
  }
}
