import Dispatch
import Synchronization

/// One run of one test: what its promises are seen by, and what they are given in the place of what a program has.
final class TestHost: ScopeHost {
  let activity = Activity()
  let registry = Registry()
  let clock: ManualClock?
  let schedule: Schedule?
  let queue: DispatchQueue?
  /// Its time is over: nobody is to wait any more.
  let isOver = Atomic(false)
  private let carriers = Carriers()
  private let counted: CountedExecutor?
  /// What nobody has seen, as long as somebody waits for it.
  private let events = Lock<[PromiseDiagnostics.Event]?>([])
  private let keeps: @Sendable (PromiseDiagnostics.Event) -> Bool

  /// Called as the test.
  ///
  /// - Parameters:
  ///   - queue: The default queue; `nil`: that of the program.
  ///   - hasManualTime: Whether its timers wait until the test moves the time.
  ///   - seed: What the order of its jobs is made of; `nil`: they run as they come.
  ///   - keeps: Whether to keep a report for the test; otherwise it goes where it goes without tests.
  init(
    queue: DispatchQueue? = nil, hasManualTime: Bool = false, seed: Int? = nil,
    keeps: @escaping @Sendable (PromiseDiagnostics.Event) -> Bool = { _ in false }
  ) {
    self.queue = queue
    self.keeps = keeps
    schedule = seed.map { Schedule(seed: $0) }
    clock = hasManualTime ? ManualClock(activity) : nil
    counted = hasManualTime || seed != nil ? CountedExecutor(activity, schedule) : nil
  }

  /// The test that the code belongs to that runs.
  static var current: TestHost? { Scope.current?.host as? TestHost }

  /// What was reported. From now on, reports go where they go without tests.
  func takeEvents() -> [PromiseDiagnostics.Event] {
    events.withLock { events in
      defer { events = nil }
      return events ?? []
    }
  }

  /// Runs `body`, which blocks this thread until jobs of this test have run.
  func blocking<Result>(_ body: () -> Result) -> Result {
    let isCounted = counted?.isCurrent ?? false
    if isCounted { activity.end() }
    defer { if isCounted { activity.begin() } }
    return TestThreads.shared.blocking {
      guard let schedule else { return body() }
      return schedule.blocking(body)
    }
  }

  /// Cancels all that is pending.
  func cancelPending() { for promise in registry.pending() { promise.cancel() } }

  /// Waits until nothing is under way, and until work that nobody here knows of has had its time to settle what it may.
  func quiet(mainIsFree: Bool = true) async {
    while true {
      let others = await activity.quiet(mainIsFree: mainIsFree) { self.registry.takeThoseInOtherHands() }
      if others.isEmpty { return }
      // In real time, and late on a machine that has no time for that work either.
      for _ in 0..<20 where others.contains(where: \.isWaitedFor) {
        await pause(milliseconds: 5)
        if Task.isCancelled { return }
      }
    }
  }

  // MARK: ScopeHost

  var order: (any JobOrder)? { schedule }
  var timers: (any TimerSource)? { clock }

  func taskExecutor(for actor: (any Actor)?) -> (any TaskExecutor)? {
    if actor === MainActor.shared { activity.noteMain() }
    guard let counted, let actor else { return counted }
    return ActorTaskExecutor(counted, ObjectIdentifier(actor))
  }

  func promiseMade(_ promise: AnyPromiseEngine) {
    registry.add(promise)
    if MainQueue.isCurrent { activity.noteMain() }
  }

  func promiseIsInOtherHands(_ promise: AnyPromiseEngine) { registry.markInOtherHands(ObjectIdentifier(promise)) }

  func promiseGone(_ promise: ObjectIdentifier) { registry.remove(promise) }

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

  func jobComes() { activity.begin() }

  func jobGoes() { activity.end() }

  func taskComes() { activity.taskComes() }

  func taskGoesOn() { activity.taskGoesOn() }

  func blocks(_ body: () -> Void) { blocking(body) }

  func runAsTest(_ body: () -> Void) { carriers.run(body) }
}
