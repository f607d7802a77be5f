import Dispatch

/// The instrument of one run of one test.
///
/// It registers the promises of the test, counts the work that is in flight, and keeps the diagnostic events that the
/// test records as issues. Depending on the settings of the trait, it also provides the manual clock and the
/// deterministic scheduler.
final class TestInstrument: PromiseInstrument {
  /// Records the issues of the test, or `nil` outside of a run.
  let reporter: (any TestReporter)?
  /// The instrument of the run whose code has started this run, or `nil`.
  private let outer = TestInstrument.current

  /// Whether the calling code runs in a handler of a test or in a task that one has started. An inline handler may have
  /// the value of the code that settles the promise.
  @TaskLocal static var isInHandler = false

  /// The promises of the test.
  let registry = PromiseRegistry(recordsAlways: true)
  var recorder: any PromiseRecorder { registry }
  /// The work of the test that is in flight.
  let work = WorkTracker()
  /// The clock of the test, or `nil` if its timers use real time.
  let clock: ManualClock?
  /// The default queue of handlers, or `nil` for the default queue of the process.
  let handlerQueue: DispatchQueue?
  /// Set when the time limit has passed or the test was canceled. Waits that block a thread return then.
  let isOver = OnceFlag()
  /// The number of runs that code of this test has started and that have not ended, such as calls of `withPromises`.
  let nestedRunCount = Lock(0)
  private let deterministicScheduler: DeterministicScheduler?
  private let taskLocals: (any TaskLocalValues)?
  /// Runs the body and the tasks of the test if the clock or the order requires that their jobs are counted; otherwise
  /// `nil`.
  private let runner: (any TestTaskRunner)?
  /// The events that the test keeps, or `nil` once they have been taken.
  private let events = Lock<[PromiseDiagnostics.Event]?>([])
  /// The waits of this test for promises that do not belong to it, including those that have ended.
  private let waits = Lock<[ForeignWait]>([])
  /// The policy for an event, or `nil` for an event that is not the test's business.
  private let policy: @Sendable (PromiseDiagnostics.Event) -> LeftoverPolicy?

  /// Creates an instrument with the task-local values of the calling code.
  ///
  /// - Parameters:
  ///   - reporter: Records the issues of the test.
  ///   - handlerQueue: The default queue of handlers, or `nil` for the default queue of the process.
  ///   - hasManualTime: Whether timers wait until the test advances its clock.
  ///   - seed: Determines the order of jobs. With `nil`, the executors determine it.
  ///   - policy: Returns the policy for an event, or `nil` for an event that is not the test's business. The test keeps
  ///     events, unless it ignores them. Other events go to `PromiseDiagnostics.handler`.
  init(
    reporter: (any TestReporter)? = nil, handlerQueue: DispatchQueue? = nil, hasManualTime: Bool = false,
    seed: Int? = nil,
    policy: @escaping @Sendable (PromiseDiagnostics.Event) -> LeftoverPolicy? = { _ in nil }
  ) {
    self.reporter = reporter
    self.handlerQueue = handlerQueue
    self.policy = policy
    deterministicScheduler = seed.map { DeterministicScheduler(seed: $0) }
    clock = hasManualTime ? ManualClock(work) : nil
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), usesTaskExecutors {
      taskLocals = TaskLocalContextPool()
      runner = hasManualTime || seed != nil ? TrackedTaskExecutor(work, deterministicScheduler) : nil
    } else {
      // uncovered: The tests run with task executors, which older systems lack.
      taskLocals = nil
      runner = nil
    }
  }

  /// The instrument of the test that the calling code belongs to.
  static var current: TestInstrument? { PromiseContext.current?.testInstrument }

  /// Returns whether code of another run has started this run, directly or in further runs.
  func isNested(in other: TestInstrument) -> Bool { outer === other || outer?.isNested(in: other) ?? false }

  /// The waits of this test for promises that do not belong to it and satisfy a condition, one for each creation site.
  func foreignWaits(where condition: (ForeignWait) -> Bool) -> [ForeignWait] {
    waits.withLock { $0 }.filter(condition).reduce(into: []) { different, wait in
      if !different.contains(where: { $0.description == wait.description }) { different.append(wait) }
    }
  }

  /// Whether the calling code runs in a job of a task that is counted.
  var isCounted: Bool { runner?.isCurrent ?? false }

  /// Returns the events that the test has kept. Later events go to `PromiseDiagnostics.handler`.
  func takeEvents() -> [PromiseDiagnostics.Event] {
    events.withLock { events in
      defer { events = nil }
      return events ?? []
    }
  }

  /// Runs `body`, which blocks the calling thread until jobs of this test have run. Implements a requirement of
  /// `PromiseInstrument`.
  func blockThread<Result>(_ body: () -> Result) -> Result {
    let isCounted = isCounted
    if isCounted { work.jobFinished() }
    defer { if isCounted { work.jobEnqueued() } }
    return TestThreadPool.shared.blockThread {
      guard let deterministicScheduler else { return body() }
      return deterministicScheduler.blockThread(body)
    }
  }

  /// Starts the task of the body of the test. The body may block its thread.
  ///
  /// Before macOS 15 and iOS 18, tasks have no executors, and a body that blocks takes a thread from all other tasks.
  /// So the number of bodies that run concurrently is limited to one less than the number of threads.
  func startBody<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
    if let runner { return runner.startTask(body) }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), usesTaskExecutors {
      return Task(executorPreference: PooledTaskExecutor(), operation: body)
    }
    // uncovered: The tests run with task executors, which older systems lack.
    return Task { await BodyPermits.run(body) }
  }

  /// Cancels every pending promise of the test, which is over, and returns these promises.
  ///
  /// Consumers are canceled before their sources, because the handlers of a guarantee such as `after` run when it is
  /// canceled.
  @discardableResult
  func cancelPending() -> [AnyPromise] {
    clock?.close()
    let pending = registry.pending()
    for promise in pending.reversed() { promise.cancel() }
    CanceledPromises.shared.add(pending)
    return pending
  }

  /// Ends every wait of the test for a promise, as far as that is possible, when the test is over.
  ///
  /// Promises are canceled. A guarantee does not settle when it is canceled, so one without a value to make up, such as
  /// that of `after`, is fulfilled, and with it the guarantees that are derived from it.
  func endPending() {
    for promise in cancelPending() where !promise.isDerived {
      (promise.dynamicObject as? Guarantee<Void>)?.settle(.success(()))
    }
    for wait in waits.withLock({ $0 }) { wait.end() }
  }

  /// Forgets the waits for promises of other tests, which may retain the instruments of those.
  func forgetWaits() {
    let old = waits.withLock { waits in
      defer { waits = [] }
      return waits
    }
    withExtendedLifetime(old) {}
  }

  /// Waits until nothing is in flight, and until work outside of the library that may hold resolvers has had time to
  /// settle their promises.
  ///
  /// - Parameters:
  ///   - mainActorIsFree: Whether to wait for the main actor. Pass `false` if this wait blocks the main thread.
  ///   - countedOnly: Whether to wait for counted work and those resolvers only, if these are not called meanwhile.
  func waitUntilIdle(mainActorIsFree: Bool = true, countedOnly: Bool = false) async {
    var countedOnly = countedOnly
    while true {
      let handedOut: [AnyPromise]
      if countedOnly {
        await work.waitForCountedWork(includingTasks: mainActorIsFree, isCounted: isCounted)
        handedOut = registry.removeHandedOut()
      } else {
        handedOut = await work.waitUntilIdle(mainActorIsFree: mainActorIsFree) { self.registry.removeHandedOut() }
      }
      if handedOut.isEmpty { return }
      countedOnly = false
      work.recordUncountedStart()
      // The limit is a tenth of a second of real time, or more on a slow machine, which delays that work as well.
      for _ in 0..<20 where handedOut.contains(where: \.maySettle) {  // equivalent constant: How often it looks.
        await pause(milliseconds: 5)  // equivalent constant: How often it looks.
        if Task.isCancelled { return }
      }
    }
  }

  // MARK: - PromiseInstrument

  var scheduler: (any JobScheduler)? { deterministicScheduler }
  var timers: (any TimerSource)? { clock }

  func startTask(
    on actor: (any Actor)?, name: String?, priority: TaskPriority?,
    _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
  ) -> Task<Void, Never>? {
    if actor === MainActor.shared { work.recordMainActorUse() }
    return runner?.startTask(on: actor, name: name, priority: priority, body)
  }

  func promiseCreated(_ promise: AnyPromise) {
    if MainQueue.isCurrent { work.recordMainActorUse() }
  }

  func waitBegins(forForeign promise: AnyPromise, _ interrupt: (@Sendable () -> Void)?) {
    let wait = ForeignWait(promise, by: self, interrupt)
    waits.withLock { $0.append(wait) }
    if isOver.isClaimed { wait.end() }
  }

  func report(_ event: PromiseDiagnostics.Event) {
    let policy = policy(event)
    // What the cancellation of a test causes says nothing about the code.
    if policy != nil, isOver.isClaimed { return }
    if policy == .ignore {
      PromiseDiagnostics.replacedHandler?(event)
      return
    }
    let isKept =
      policy != nil
      && events.withLock { events in
        guard events != nil else { return false }
        events?.append(event)
        return true
      }
    if !isKept { PromiseDiagnostics.handler(event) }
  }

  func jobEnqueued() { work.jobEnqueued() }

  func jobFinished() { work.jobFinished() }

  func taskScheduled() { work.taskScheduled() }

  func taskResumed() {
    if !isCounted { work.recordUncountedStart() }
    work.taskResumed()
  }

  func runWithTaskLocals(_ body: () -> Void) {
    func run() { Self.$isInHandler.withValue(true, operation: body) }
    if let taskLocals { taskLocals.run(run) } else { run() }
  }
}

extension PromiseContext {
  /// The instrument of a context that belongs to a test.
  var testInstrument: TestInstrument? { instrument as? TestInstrument }
}
