import Dispatch

/// The instrument of one run of one test.
final class TestInstrument: PromiseInstrument {
  let work = WorkTracker()
  let registry = PromiseRegistry()
  let clock: ManualClock?
  let handlerQueue: DispatchQueue?
  /// The time limit has passed: blocking waits return.
  let isOver = OnceFlag()
  private let deterministicScheduler: DeterministicScheduler?
  private let taskLocals: (any TaskLocalValues)?
  private let runner: (any TestTaskRunner)?
  /// The reports that the test keeps; `nil` once they have been taken.
  private let events = Lock<[PromiseDiagnostics.Event]?>([])
  private let keeps: @Sendable (PromiseDiagnostics.Event) -> Bool

  /// Creates an instrument with the task-local values of the calling code.
  ///
  /// - Parameters:
  ///   - handlerQueue: The default queue of handlers; `nil` for the default queue of the process.
  ///   - hasManualTime: Whether timers wait until the test advances its clock.
  ///   - seed: Determines the order of jobs; `nil` leaves it to the executors.
  ///   - keeps: Whether the test keeps a report. Other reports go to `PromiseDiagnostics.handler`.
  init(
    handlerQueue: DispatchQueue? = nil, hasManualTime: Bool = false, seed: Int? = nil,
    keeps: @escaping @Sendable (PromiseDiagnostics.Event) -> Bool = { _ in false }
  ) {
    self.handlerQueue = handlerQueue
    self.keeps = keeps
    deterministicScheduler = seed.map { DeterministicScheduler(seed: $0) }
    clock = hasManualTime ? ManualClock(work) : nil
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), usesTaskExecutors {
      taskLocals = TaskLocalContextPool()
      runner = hasManualTime || seed != nil ? TrackedTaskExecutor(work, deterministicScheduler) : nil
    } else {
      taskLocals = nil
      runner = nil
    }
  }

  /// The instrument of the calling code.
  static var current: TestInstrument? { PromiseContext.current?.testInstrument }

  /// Returns the reports that the test kept. Later reports go to `PromiseDiagnostics.handler`.
  func takeEvents() -> [PromiseDiagnostics.Event] {
    events.withLock { events in
      defer { events = nil }
      return events ?? []
    }
  }

  /// Runs `body`, which blocks this thread until jobs of this test have run. Also the requirement of `PromiseInstrument`.
  func blockThread<Result>(_ body: () -> Result) -> Result {
    let isTracked = runner?.isCurrent ?? false
    if isTracked { work.jobFinished() }
    defer { if isTracked { work.jobEnqueued() } }
    return TestThreadPool.shared.blockThread {
      guard let deterministicScheduler else { return body() }
      return deterministicScheduler.blockThread(body)
    }
  }

  /// Adds the body of the test to a group of tasks. It may block its thread.
  ///
  /// Before macOS 15 and iOS 18, tasks have no executors, and a body that blocks takes a thread away from all tasks. So there is one
  /// body fewer at a time than there are threads.
  func addBody<Value: Sendable>(to group: inout TaskGroup<Value>, _ body: @escaping @Sendable () async -> Value) {
    if let runner {
      runner.addTask(to: &group, body)
    } else if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), usesTaskExecutors {
      group.addTask(executorPreference: PooledTaskExecutor(), operation: body)
    } else {
      group.addTask { await BodyPermits.run(body) }
    }
  }

  /// Cancels every pending promise of the test.
  func cancelPending() { for promise in registry.pending() { promise.cancel() } }

  /// Waits until nothing is in flight, and until work outside the library has had time to settle the promises it may.
  ///
  /// - Parameter mainActorIsFree: Whether to wait for the main actor. Pass `false` if this wait blocks the main thread.
  func waitUntilIdle(mainActorIsFree: Bool = true) async {
    while true {
      let handedOut = await work.waitUntilIdle(mainActorIsFree: mainActorIsFree) { self.registry.removeHandedOut() }
      if handedOut.isEmpty { return }
      // In real time: a tenth of a second, or more on a machine that delays that work and this task alike.
      for _ in 0..<20 where handedOut.contains(where: \.maySettle) {
        await pause(milliseconds: 5)
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
    registry.add(promise)
    if MainQueue.isCurrent { work.recordMainActorUse() }
  }

  func promiseHandedOut(_ promise: AnyPromise) { registry.markHandedOut(ObjectIdentifier(promise)) }

  func promiseDeallocated(_ id: ObjectIdentifier) { registry.remove(id) }

  func report(_ event: PromiseDiagnostics.Event) {
    let isKept =
      keeps(event)
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

  func taskResumed() { work.taskResumed() }

  func runWithTaskLocals(_ body: () -> Void) {
    if let taskLocals { taskLocals.run(body) } else { body() }
  }
}

extension PromiseContext {
  /// The instrument of a context that belongs to a test.
  var testInstrument: TestInstrument? { instrument as? TestInstrument }
}
