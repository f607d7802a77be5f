public import Dispatch
public import Testing

extension ManualClock {
  /// Advances the time, and waits until all work that follows has run.
  ///
  /// First, the work that is in flight runs. Then the time advances from one timer to the next, in the order of their
  /// deadlines, up to `deadline`. After each step, the timers that are due fire, and all work that follows runs before
  /// the next step. Timers that this work adds are included.
  ///
  /// The clock waits for handlers, and for the tasks of promises and of the test until they are suspended (tasks: from
  /// macOS 15 and iOS 18 on). Work that the
  /// library does not know, such as a callback through `queue.async` or a task that the code starts itself, gets some
  /// real time: once for each promise that has a resolver, up to a tenth of a second. The clock overtakes work that takes
  /// longer.
  ///
  /// Outside of tests with `.promises`, the clock waits for the handlers of the whole process, for up to a second of real
  /// time. After one such wait was too short, each further one takes ten milliseconds at most. Tasks and other work get an
  /// opportunity to run, and are not waited for.
  ///
  /// Stops if the task is canceled.
  ///
  /// - Parameter deadline: The time to advance to. A time in the past leaves the time as it is.
  public func advance(to deadline: Instant) async { await advance(to: deadline, mainActorIsFree: true) }

  /// Advances the time by a duration, and waits until all work that follows has run.
  ///
  /// - Parameter duration: The duration. Zero or a negative value leaves the time as it is.
  @_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func advance(by duration: Duration) async { await advance(to: deadline(after: Delay(duration))) }

  /// Advances the time by an interval, and waits until all work that follows has run.
  ///
  /// - Parameter interval: The interval, up to 146 years in all, to which `.never` advances the time as well. Zero or a
  ///   negative value leaves the time as it is.
  public func advance(by interval: DispatchTimeInterval) async { await advance(to: deadline(after: Delay(interval))) }

  /// Advances the time from timer to timer until none is left, and waits until all work that follows has run.
  ///
  /// - Parameters:
  ///   - limit: How far to advance the time at most. The default is a year. Records an issue if timers are left then, as
  ///     with work that adds timers endlessly.
  ///   - sourceLocation: The location of the issue.
  public func runToEnd(
    limit: DispatchTimeInterval = .seconds(31_536_000), sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await runToEnd(deadline(after: Delay(limit)), sourceLocation, mainActorIsFree: true)
  }

  /// Advances the time from timer to timer until none is left, for a duration, and waits until all work that follows has run.
  ///
  /// Behaves like the form with a limit in Dispatch's units.
  @_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func runToEnd(limit: Duration, sourceLocation: SourceLocation = #_sourceLocation) async {
    await runToEnd(deadline(after: Delay(limit)), sourceLocation, mainActorIsFree: true)
  }

  func advance(to deadline: Instant, mainActorIsFree: Bool) async {
    let deadline = min(deadline, Instant(nanoseconds: .max / 2))
    var idleWait = IdleWait(work: work, mainActorIsFree: mainActorIsFree)
    await advance(to: deadline, &idleWait)
  }

  private func advance(to deadline: Instant, _ idleWait: inout IdleWait) async {
    await idleWait.perform()
    while !Task.isCancelled {
      let due = timers.withLock { $0.advance(to: deadline) }
      if due.isEmpty { return }
      for wake in due { wake() }
      await idleWait.perform()
    }
  }

  func runToEnd(_ end: Instant, _ sourceLocation: SourceLocation, mainActorIsFree: Bool) async {
    var idleWait = IdleWait(work: work, mainActorIsFree: mainActorIsFree)
    await idleWait.perform()
    while !Task.isCancelled, let next = nextDeadline {
      guard next <= end else {
        Issue.record(
          "timers still wait at \(now.description); the next is due at \(next.description)",
          sourceLocation: sourceLocation)
        return
      }
      await advance(to: next, &idleWait)
    }
  }
}

/// Waits until nothing is in flight: no task that sleeps on the clock, and no work of the test that advances it.
private struct IdleWait {
  let work: WorkTracker
  let mainActorIsFree: Bool
  /// How long to wait for handlers of the process, outside of tests.
  private var patience = DispatchTimeInterval.seconds(1)

  init(work: WorkTracker, mainActorIsFree: Bool) {
    self.work = work
    self.mainActorIsFree = mainActorIsFree
  }

  mutating func perform() async {
    await work.waitUntilIdle(mainActorIsFree: mainActorIsFree)
    if let instrument = TestInstrument.current {
      return await instrument.waitUntilIdle(mainActorIsFree: mainActorIsFree)
    }
    // Bounded: other code may keep the process busy, and a handler may wait for this clock.
    let deadline = DispatchTime.now() + patience
    var startedCount: Int?
    while DispatchTime.now() < deadline, startedCount != PromiseContext.processWide.jobsEnqueued {
      startedCount = PromiseContext.processWide.jobsEnqueued
      guard await PromiseContext.processWide.waitForJobs(by: deadline) else {
        patience = .milliseconds(10)
        return
      }
      await work.waitUntilIdle(mainActorIsFree: mainActorIsFree)
    }
  }
}
