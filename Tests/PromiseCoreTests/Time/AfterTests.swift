// Also tests: Timer.

import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `after`. A timer that is left behind shows up as a pending promise of the test.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct AfterTests {
  let long = 3600.0

  @Test(.promises(time: .manual)) func `a delay is exact to the nanosecond`() throws {
    let clock = try ManualClock.current
    for milliseconds in [1, 299, 1001, 2_003] {
      let start = clock.now
      let guarantee = after(.milliseconds(milliseconds))
      #expect(clock.nextDeadline.map { start.duration(to: $0) } == .milliseconds(milliseconds))
      guarantee.cancel()
    }
  }

  @Test func `a timer fires no earlier than its delay`() async {
    let start = ContinuousClock.now
    await after(seconds: 0.002).get()
    await after(.milliseconds(2)).get()
    await after(Duration.milliseconds(2)).get()
    #expect(ContinuousClock.now - start >= .milliseconds(6))
  }

  @Test func `a timer is pending until it fires or is canceled`() {
    let timers = [after(seconds: long), after(.seconds(3600)), after(Duration.seconds(3600))]
    #expect(timers.allSatisfy { $0.isPending })
    #expect(!waitForPromises(timeout: 0))
    for timer in timers { timer.cancel() }
    #expect(timers.allSatisfy { $0.isFulfilled })
    #expect(waitForPromises(timeout: 0))
  }

  @Test func `a longer timer does not delay a shorter one`() async {
    let slow = after(seconds: long)
    await after(seconds: 0.001).get()
    #expect(slow.isPending)
    slow.cancel()
  }

  @Test func `a timer without consumers or references is released`() {
    weak var timer: Guarantee<Void>?
    timer = after(seconds: long)
    #expect(timer == nil)
    timer = after(.never)
    #expect(timer == nil)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func `a timer that is released while pending is not reported`() {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) { _ = after(seconds: long) }
    #expect(log.entries == [])
  }

  @Test func `a timer with a consumer stays alive`() async throws {
    let gate = Gate()
    // Only the chain retains the timer, and nothing else retains the chain.
    after(seconds: 0.001).done(on: nil) { gate.open() }
    await #expect(throws: Never.self) { try await gate.opened() }
  }

  @Test func `a timer is fulfilled immediately when its last consumer is canceled`() {
    let timer = after(seconds: long)
    let (first, second) = (timer.map(on: nil) { 1 }, timer.map(on: nil) { 2 })
    first.cancel()
    #expect(timer.isPending)
    second.cancel()
    #expect(timer.isFulfilled && first.value == 1 && second.value == 2)
  }

  @Test(arguments: [0, -1, -.infinity, .nan, 1e-9, 0.001])
  func `after(seconds:) fires for zero, negative and short intervals`(_ seconds: Double) async {
    let timers = [after(seconds: seconds), after(.milliseconds(0)), after(Duration.nanoseconds(-5))]
    for timer in timers { await timer.get() }
    #expect(timers.allSatisfy { $0.isFulfilled })
  }

  @Test(arguments: [Double.infinity, 1e300])
  func `after(seconds:) with an unlimited interval never fires`(_ seconds: Double) async throws {
    let endless = after(seconds: seconds)
    let never = after(.never)
    let log = Log<String>()
    let handlers = [endless.done(on: nil) { log("endless") }, never.done(on: nil) { log("never") }]
    await after(.milliseconds(1)).get()
    #expect(handlers.allSatisfy { $0.isPending } && log.entries == [])
    handlers.forEach { $0.cancel() }
    // Canceling the handlers removed the timers without running the handlers.
    for handler in handlers { await handler.get() }
    #expect(endless.isFulfilled && never.isFulfilled && log.entries == [])
  }

  @Test func `a timer accepts a duration of more than Int64.max seconds`() async {
    await #expect(processExitsWith: .success) {
      let huge = Duration.seconds(Int64.max) * 2
      after(huge).cancel()
    }
  }

  // MARK: Extreme times

  // Each test races the timer against a timer of one second, in case the library mistakes the time for a long one.
  @Test(arguments: ExtremeTimes.none) func `a timer with a zero or negative time fires immediately`(_ seconds: Double)
    async
  {
    let timer = after(seconds: seconds)
    _ = await race(timer, after(seconds: 1), losers: .spare).get()
    #expect(timer.isFulfilled)
  }

  @Test(arguments: ExtremeTimes.noIntervals)
  func `a timer with a zero or negative DispatchTimeInterval fires immediately`(
    _ interval: DispatchTimeInterval
  ) async {
    let timer = after(interval)
    _ = await race(timer, after(seconds: 1), losers: .spare).get()
    #expect(timer.isFulfilled)
  }

  @Test(arguments: ExtremeTimes.noDurations)
  func `a timer with a zero or negative Duration fires immediately`(_ duration: Duration) async {
    let timer = after(duration)
    _ = await race(timer, after(seconds: 1), losers: .spare).get()
    #expect(timer.isFulfilled)
  }

  @Test func `an unlimited timer is pending until it is canceled`() async {
    let timers =
      ExtremeTimes.long.map { after(seconds: $0) } + ExtremeTimes.longIntervals.map { after($0) }
      + ExtremeTimes.longDurations.map { after($0) }
    // Meanwhile, a timer that was started later fires.
    await after(seconds: 0.001).get()
    for timer in timers {
      #expect(timer.isPending)
      timer.cancel()
      #expect(timer.isFulfilled)
    }
  }

  @Test func `an unlimited timer is removed when its guarantee is released`() {
    for seconds in ExtremeTimes.long { _ = after(seconds: seconds) }
    for interval in ExtremeTimes.longIntervals { _ = after(interval) }
    for duration in ExtremeTimes.longDurations { _ = after(duration) }
    #expect(waitForPromises(timeout: 0))
  }
}
