public import Dispatch
public import Testing

extension ManualClock {
  /// Advances the clock to a deadline, and waits until all resulting work has run.
  ///
  /// First, work that is already in flight runs. Then the clock advances from one timer to the next, in the order of
  /// their deadlines. At each step it fires the timers that have reached their deadlines, and waits until all resulting
  /// work has run. Timers that this work adds are included. The clock stops if the calling task is canceled.
  ///
  /// **The clock waits for** handlers, and for the tasks of promises and of the test until they are suspended. Before
  /// macOS 15 and iOS 18, it waits for handlers only.
  ///
  /// **The clock cannot track** other work, such as a callback through `queue.async` or a task that the code starts
  /// itself. It gives such work up to a tenth of a second of real time, once for each pending promise that has a
  /// resolver, and advances past work that takes longer.
  ///
  /// **The timers fire** outside the actor of the caller: on the task executor that the calling task prefers, or else
  /// on the global concurrent executor. Handlers with `on: nil` run inline, on the thread on which the timer fires;
  /// other handlers and tasks run on their own executors.
  ///
  /// **Outside of tests with `.promises`,** the clock waits for the handlers of the whole process, for up to a second
  /// of real time. After one such wait has timed out, each further wait takes at most ten milliseconds. Tasks and other
  /// work get an opportunity to run, but the clock does not wait for them.
  ///
  /// - Parameter deadline: The time to advance to. If it has passed, the time does not change.
  public func advance(to deadline: Instant) async { await advance(to: deadline, mainActorIsFree: true) }

  /// Advances the clock by a duration, and waits until all resulting work has run.
  ///
  /// See `advance(to:)` for the work that the clock waits for, and for where that work runs.
  ///
  /// - Parameter duration: The duration. With zero or a negative value, the time does not change.
  @_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func advance(by duration: Duration) async { await advance(to: deadline(after: Delay(duration))) }

  /// Advances the clock by an interval, and waits until all resulting work has run.
  ///
  /// See `advance(to:)` for the work that the clock waits for, and for where that work runs.
  ///
  /// - Parameter interval: The interval. The clock stops 146 years after its creation; `.never` advances it to that
  ///   time. With zero or a negative value, the time does not change.
  public func advance(by interval: DispatchTimeInterval) async { await advance(to: deadline(after: Delay(interval))) }

  /// Advances the clock from timer to timer until no timer is left, and waits until all resulting work has run.
  ///
  /// See `advance(to:)` for the work that the clock waits for, and for where that work runs.
  ///
  /// Records an issue if timers remain at the limit, which happens if the work keeps adding timers.
  ///
  /// - Parameter limit: The maximum interval by which to advance the clock. The default is a year.
  public func runToEnd(
    limit: DispatchTimeInterval = .seconds(31_536_000), sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await runToEnd(deadline(after: Delay(limit)), sourceLocation, mainActorIsFree: true)
  }

  /// Advances the clock from timer to timer until no timer is left, with a `Duration` as the limit.
  ///
  /// See `advance(to:)` for the work that the clock waits for, and for where that work runs.
  ///
  /// Records an issue if timers remain at the limit, which happens if the work keeps adding timers.
  ///
  /// - Parameter limit: The maximum duration by which to advance the clock.
  @_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func runToEnd(limit: Duration, sourceLocation: SourceLocation = #_sourceLocation) async {
    await runToEnd(deadline(after: Delay(limit)), sourceLocation, mainActorIsFree: true)
  }

  /// Advances the clock to a deadline.
  ///
  /// - Parameters:
  ///   - deadline: The time to advance to.
  ///   - mainActorIsFree: Whether to wait for the main actor. Pass `false` if this wait blocks the main thread.
  func advance(to deadline: Instant, mainActorIsFree: Bool) async {
    let deadline = min(deadline, Instant(nanoseconds: .max / 2))
    await fireTimers(until: deadline, movesToEnd: true, mainActorIsFree: mainActorIsFree)
  }

  /// Advances the clock from timer to timer until no timer is left, or records an issue at the limit.
  ///
  /// - Parameters:
  ///   - end: The latest time to advance to.
  ///   - sourceLocation: The location of the issue.
  ///   - mainActorIsFree: Whether to wait for the main actor. Pass `false` if this wait blocks the main thread.
  func runToEnd(_ end: Instant, _ sourceLocation: SourceLocation, mainActorIsFree: Bool) async {
    await fireTimers(until: end, movesToEnd: false, mainActorIsFree: mainActorIsFree)
    guard !Task.isCancelled, let next = nextDeadline else { return }
    let text =
      "runToEnd stopped at its limit with timers remaining: the clock is at \(now.description), and the next timer "
      + "fires at \(next.description); pass a larger limit, or check for work that adds timers endlessly"
    Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  }

  /// Fires the timers up to a deadline, step by step, and waits after each step until the test is idle.
  ///
  /// - Parameters:
  ///   - end: The latest time to advance to.
  ///   - movesToEnd: Whether the clock advances to `end` after the last timer.
  ///   - mainActorIsFree: Whether to wait for the main actor.
  private func fireTimers(until end: Instant, movesToEnd: Bool, mainActorIsFree: Bool) async {
    var idleWait = IdleWait(work: work, mainActorIsFree: mainActorIsFree)
    await idleWait.perform()
    while !Task.isCancelled {
      let due = timers.withLock { $0.advance(to: end, movesToEnd: movesToEnd) }
      if due.isEmpty { return }
      for wake in due { wake() }
      let wasBrief = await idleWait.performAfterStep()
      // Before the last step ends, work that is not counted gets its full opportunity to run.
      if wasBrief, nextDeadline.map({ $0 > end }) ?? true { await idleWait.perform() }
    }
  }
}

/// Waits until neither a task that sleeps on the clock nor the test that advances it has work in flight.
private struct IdleWait {
  let work: WorkTracker
  /// Whether to wait for the main actor.
  let mainActorIsFree: Bool
  /// How long to wait for the handlers of the process, outside of tests.
  private var patience = DispatchTimeInterval.seconds(1)
  /// The number of consecutive steps without any work that is not counted, as far as the trackers know.
  private var countedSteps = 0

  /// The number of such steps after which work that is not counted gets only a short opportunity to run. With a full
  /// one, a step takes ten times as long, which a test notices only in a long simulation.
  private static let stepsBeforeBriefWaits = 100

  init(work: WorkTracker, mainActorIsFree: Bool) {
    self.work = work
    self.mainActorIsFree = mainActorIsFree
  }

  /// Waits after timers have fired. In a long simulation without work that is not counted, such work gets only a short
  /// opportunity to run.
  ///
  /// - Returns: Whether the opportunity was short.
  mutating func performAfterStep() async -> Bool {
    let isBrief = countedSteps >= Self.stepsBeforeBriefWaits
    let uncountedBefore = uncountedStarts
    await perform(briefly: isBrief)
    countedSteps = uncountedStarts == uncountedBefore ? countedSteps + 1 : 0
    return isBrief
  }

  private var uncountedStarts: Int { work.uncountedStarts + (TestInstrument.current?.work.uncountedStarts ?? 0) }

  /// Waits until the work of the test, or of the process outside of tests, is idle.
  mutating func perform(briefly: Bool = false) async {
    if let instrument = TestInstrument.current {
      if instrument.work !== work { await work.waitUntilIdle(mainActorIsFree: mainActorIsFree, briefly: briefly) }
      return await instrument.waitUntilIdle(mainActorIsFree: mainActorIsFree, briefly: briefly)
    }
    await work.waitUntilIdle(mainActorIsFree: mainActorIsFree, briefly: briefly)
    // The wait is bounded, because other code may keep the process busy, and a handler may wait for this clock.
    let deadline = DispatchTime.now() + patience
    var startedCount: Int?
    while DispatchTime.now() < deadline, startedCount != PromiseContext.processWide.jobsEnqueued {
      startedCount = PromiseContext.processWide.jobsEnqueued
      guard await PromiseContext.processWide.waitForJobs(by: deadline) else {
        patience = .milliseconds(10)
        return
      }
      await work.waitUntilIdle(mainActorIsFree: mainActorIsFree, briefly: briefly)
    }
  }
}
