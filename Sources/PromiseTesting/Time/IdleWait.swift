import Dispatch

/// Waits until neither a task that sleeps on the clock nor the test that advances it has work in flight.
struct IdleWait {
  let work: WorkTracker
  /// Whether to wait for the main actor.
  let mainActorIsFree: Bool
  /// How long to wait for the handlers of the process, outside of tests.
  private var patience = DispatchTimeInterval.seconds(1)  // equivalent constant: How long it waits.
  /// The number of consecutive steps without any work that is not counted, as far as the trackers know.
  private var countedSteps = 0  // equivalent constant: How much time it saves.
  /// What ``uncountedStarts`` was after the last step.
  private var lastUncountedStarts = 0  // equivalent constant: How much time it saves.

  /// The number of such steps after which a simulation counts as long. In a short one, a few waits more do not matter.
  static let longCount = 100  // equivalent constant: When it begins to save time.
  /// In a long simulation, work that is not counted gets an opportunity to run in one of this number of steps.
  static let opportunityInterval = 50  // equivalent constant: How much time it saves.

  init(work: WorkTracker, mainActorIsFree: Bool) {
    self.work = work
    self.mainActorIsFree = mainActorIsFree
  }

  /// Waits after timers have fired. In a long simulation of counted work, most steps wait for such work only, which takes
  /// a small fraction of the time.
  ///
  /// - Returns: Whether work that is not counted got no opportunity to run.
  mutating func performAfterStep() async -> Bool {
    let countedOnly =
      // equivalent boundary: How much time it saves.
      // equivalent constant: How much time it saves.
      countedSteps >= Self.longCount && countedSteps % Self.opportunityInterval != 0
      && uncountedStarts == lastUncountedStarts && !trackers.contains(where: \.usesMainActor)
    await perform(countedOnly: countedOnly)
    let uncountedStarts = uncountedStarts
    // equivalent constant: How much time it saves.
    countedSteps = uncountedStarts == lastUncountedStarts ? countedSteps + 1 : 0
    lastUncountedStarts = uncountedStarts
    return countedOnly
  }

  /// What counts the work that the clock waits for.
  private var trackers: [WorkTracker] { [work] + (TestInstrument.current.map { [$0.work] } ?? []) }

  /// How often work that is not counted has run, as far as the trackers know.
  private var uncountedStarts: Int { trackers.reduce(0) { $0 + $1.uncountedStarts } }

  /// Waits until the work of the test, or of the process outside of tests, is idle.
  mutating func perform(countedOnly: Bool = false) async {
    let instrument = TestInstrument.current
    if !countedOnly {
      await work.waitUntilIdle(mainActorIsFree: mainActorIsFree)
    } else if instrument?.work !== work {
      await work.waitForCountedWork(includingTasks: mainActorIsFree)
    }
    if let instrument {
      return await instrument.waitUntilIdle(mainActorIsFree: mainActorIsFree, countedOnly: countedOnly)
    }
    // The wait is bounded, because other code may keep the process busy, and a handler may wait for this clock.
    let deadline = DispatchTime.now() + patience
    var startedCount: Int?
    while DispatchTime.now() < deadline, startedCount != PromiseContext.processWide.jobsEnqueued {
      startedCount = PromiseContext.processWide.jobsEnqueued
      guard await PromiseContext.processWide.waitForJobs(by: deadline) else {
        patience = .milliseconds(10)  // equivalent constant: How long it waits.
        return
      }
      await work.waitUntilIdle(mainActorIsFree: mainActorIsFree)
    }
  }
}
