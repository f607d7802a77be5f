import CPromiseCore
package import Dispatch

/// The one seam between this library and its tests: the promises that belong together, and the instrument that watches
/// them.
///
/// A promise takes up the context of the code that creates it, or of the promise that it is derived from, and keeps it. Its
/// handlers run with that context in their task-local, so what they create belongs to it too, on whichever queue they run.
///
/// Contexts exist once an instrument has been registered. A program without one pays a relaxed load for each promise.
@usableFromInline
package final class PromiseContext: Sendable {
  /// The context of the running code.
  @TaskLocal package static var current: PromiseContext?

  /// The context of every promise that belongs to no other.
  package static let processWide = PromiseContext()

  /// Entered for each pending promise, and for each job that is enqueued or running; empty when nothing is under way.
  package let group = DispatchGroup()
  /// Entered for each job that is enqueued or running, unless there is an instrument, which counts jobs itself.
  package let jobs = DispatchGroup()
  /// How many jobs have been enqueued so far.
  package var jobsEnqueued: Int { enqueuedJobs.value }
  private let enqueuedJobs = Counter()
  /// Takes what would otherwise go to `PromiseDiagnostics.handler`.
  package let report: (@Sendable (PromiseDiagnostics.Event) -> Void)?
  package let instrument: (any PromiseInstrument)?

  package init(report: (@Sendable (PromiseDiagnostics.Event) -> Void)? = nil) {
    self.report = report
    instrument = nil
  }

  package init(instrument: any PromiseInstrument) {
    report = { instrument.report($0) }
    self.instrument = instrument
    if instrument.handlerQueue != nil { DefaultQueue.noteOverride() }
  }

  // MARK: - What is under way

  func promiseCreated(_ promise: AnyPromise, isPending: Bool) {
    if isPending { group.enter() }
    instrument?.promiseCreated(promise)
  }

  func promiseSettled() { group.leave() }

  func promiseDeallocated(_ promise: AnyPromise, isPending: Bool) {
    instrument?.promiseDeallocated(ObjectIdentifier(promise))
    if isPending { group.leave() }
  }

  func jobEnqueued() {
    group.enter()
    if let instrument { return instrument.jobEnqueued() }
    jobs.enter()
    enqueuedJobs.next()
  }

  func jobFinished() {
    if let instrument { instrument.jobFinished() } else { jobs.leave() }
    group.leave()
  }

  // MARK: - Running code

  /// Runs a job with this context, and with everything else that is task-local to the test.
  func runJob(_ job: () -> Void) {
    // Code without a context belongs to the process-wide one anyway.
    let current = Self.current
    if current === self || (current == nil && self === Self.processWide) { return job() }
    guard let instrument else { return Self.$current.withValue(self, operation: job) }
    instrument.runWithTaskLocals { Self.$current.withValue(self, operation: job) }
  }

  /// Runs a job on an executor with this context.
  func enqueue(on executor: HandlerExecutor, _ job: @escaping @Sendable () -> Void) {
    jobEnqueued()
    let box = ConsumableBox(job)
    let counted: @Sendable () -> Void = {
      self.runJob { box.take()() }
      self.jobFinished()
    }
    // What is due on an actor gets there in a task, which the scheduler orders as a task.
    if let scheduler = instrument?.scheduler, !executor.isActor {
      scheduler.schedule(on: executor, counted) { self.submit($0, to: executor) }
    } else {
      submit(counted, to: executor)
    }
  }

  // MARK: - The main queue

  /// Jobs that are due on the main queue, in order.
  private let mainQueueJobs = Lock(FIFOQueue<@Sendable () -> Void>())

  /// Submits a job to its executor.
  ///
  /// A job for the main queue is listed here, and the main queue gets a work item that runs the next job of the list: a test
  /// that waits *on* the main queue, which cannot go on until that test is over, runs the jobs instead.
  package func submit(_ job: @escaping @Sendable () -> Void, to executor: HandlerExecutor) {
    if case .actor(let reference) = executor, instrument != nil {
      // The task that takes the job to the actor inherits what is task-local here.
      return runJob { startTask(on: reference.actor, priority: .medium) { _ in job() } }
    }
    // By its label, since on Linux every `DispatchQueue.main` is another object.
    guard case .queue(let queue) = executor, queue.label == HandlerExecutor.mainQueue.label else {
      return executor.enqueue(job)
    }
    mainQueueJobs.withLock { $0.append(job) }
    queue.async { self.runMainQueueJob() }
  }

  /// Runs the next job for the main queue, on which this must be called. Returns whether there was one.
  @discardableResult
  package func runMainQueueJob() -> Bool {
    guard let job = mainQueueJobs.withLock({ $0.popFirst() }) else { return false }
    job()
    return true
  }

  // MARK: - Registration

  /// Whether there are instruments in this process, so that promises take up a context.
  package internal(set) static var isInstrumented: Bool {
    get { promise_core_is_instrumented() }
    set { promise_core_set_instrumented(newValue) }
  }

  /// The context of a promise that is created here and derived from nothing.
  @usableFromInline
  package static func ofNewPromise() -> PromiseContext? {
    isInstrumented ? current ?? processWide : nil
  }

  /// The context of the test that the running code belongs to.
  package static var ofCurrentTest: PromiseContext? {
    guard isInstrumented, let current, current.instrument != nil else { return nil }
    return current
  }

  /// The instrument of the test that the running code belongs to.
  package static var currentInstrument: (any PromiseInstrument)? { ofCurrentTest?.instrument }
}

extension HandlerExecutor {
  fileprivate var isActor: Bool {
    if case .actor = self { true } else { false }
  }
}

/// Registers that there are instruments. The loader of their module calls it, possibly before `main`.
@_cdecl("swift_promises_instrumentation_loaded")
package func instrumentationLoaded() { PromiseContext.isInstrumented = true }
