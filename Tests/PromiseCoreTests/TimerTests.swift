import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `after`, `delay` and `timeout`. That no timer is left behind shows in that the test has no pending promise any more.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct TimerTests {
  let long = 3600.0

  // MARK: after

  @Test(.promises(time: .manual)) func `a delay is exact to the nanosecond`() throws {
    let clock = try ManualClock.current
    for milliseconds in [1, 299, 1001, 2_003] {
      let start = clock.now
      let guarantee = after(.milliseconds(milliseconds))
      #expect(clock.nextDeadline.map { start.duration(to: $0) } == .milliseconds(milliseconds))
      guarantee.cancel()
    }
  }

  @Test func itWaitsAtLeastAsLongAsItSays() async {
    let start = ContinuousClock.now
    await after(seconds: 0.002).get()
    await after(.milliseconds(2)).get()
    await after(Duration.milliseconds(2)).get()
    #expect(ContinuousClock.now - start >= .milliseconds(6))
  }

  @Test func itIsPendingUntilThen() {
    let timers = [after(seconds: long), after(.seconds(3600)), after(Duration.seconds(3600))]
    #expect(timers.allSatisfy { $0.isPending })
    #expect(!waitForPromises(timeout: 0))
    for timer in timers { timer.cancel() }
    #expect(timers.allSatisfy { $0.isFulfilled })
    #expect(waitForPromises(timeout: 0))
  }

  @Test func aShorterTimerIsNotKeptByALongerOne() async {
    let slow = after(seconds: long)
    await after(seconds: 0.001).get()
    #expect(slow.isPending)
    slow.cancel()
  }

  @Test func aTimerThatIsForgottenGoes() {
    weak var timer: Guarantee<Void>?
    timer = after(seconds: long)
    #expect(timer == nil)
    timer = after(.never)
    #expect(timer == nil)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func aTimerThatIsForgottenIsNotReported() {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) { _ = after(seconds: long) }
    #expect(log.entries == [])
  }

  @Test func aTimerThatSomebodyWaitsForStays() async throws {
    let gate = Gate()
    // Nobody but the chain itself keeps the timer, and nobody keeps the chain.
    after(seconds: 0.001).done(on: nil) { gate.open() }
    await #expect(throws: Never.self) { try await gate.opened() }
  }

  @Test func itIsFulfilledAtOnceWhenNobodyWaitsForIt() {
    let timer = after(seconds: long)
    let (first, second) = (timer.map(on: nil) { 1 }, timer.map(on: nil) { 2 })
    first.cancel()
    #expect(timer.isPending)
    second.cancel()
    #expect(timer.isFulfilled && first.value == 1 && second.value == 2)
  }

  // MARK: delay

  @Test func aValueComesLater() async throws {
    let start = ContinuousClock.now
    #expect(try await Promise.value(1).delay(seconds: 0.002).get() == 1)
    #expect(try await Promise.value(2).delay(.milliseconds(2)).get() == 2)
    #expect(await Guarantee.value(3).delay(seconds: 0.002).get() == 3)
    #expect(await Guarantee.value(4).delay(.milliseconds(2)).get() == 4)
    #expect(ContinuousClock.now - start >= .milliseconds(8))
  }

  @Test func theTimeIsCountedFromWhenThereIsAValue() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let delayed = promise.delay(seconds: 0.001)
    // As long as there is no value there is no timer either, however long that takes.
    await after(seconds: 0.002).get()
    #expect(delayed.isPending)
    let start = ContinuousClock.now
    resolver.fulfill(1)
    #expect(try await delayed.get() == 1)
    #expect(ContinuousClock.now - start >= .milliseconds(1))
  }

  @Test func anErrorGoesOnAtOnce() {
    let (promise, resolver) = Promise<Int>.pending()
    let (seconds, duration) = (promise.delay(seconds: long), promise.delay(.seconds(3600)))
    resolver.reject(TestError.one)
    #expect(seconds.error as? TestError == .one && duration.error as? TestError == .one)
    #expect(Promise<Int>(error: TestError.two).delay(seconds: long).error as? TestError == .two)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func cancellingADelayRemovesTheTimer() {
    let promise = Promise.value(1).delay(seconds: long)
    promise.cancel()
    #expect(promise.error is CancellationError)
    let guarantee = Guarantee.value(2).delay(seconds: long)
    guarantee.cancel()
    #expect(guarantee.value == 2)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func cancellingADelayBeforeThereIsAValueCancelsThePromise() {
    let (promise, resolver) = Promise<Int>.pending()
    let delayed = promise.delay(seconds: long)
    delayed.cancel()
    #expect(delayed.error is CancellationError && resolver.isCancelled)
    let (guarantee, seal) = Guarantee<Int>.pending()
    let later = guarantee.delay(seconds: long)
    later.cancel()
    seal(1)
    #expect(later.value == 1)
    #expect(waitForPromises(timeout: 0))
  }

  // MARK: timeout

  @Test func whoIsInTimeRemovesTheTimer() {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    let (third, seal) = Guarantee<Int>.pending()
    let (value, error, sealed) = (
      first.timeout(seconds: long), second.timeout(.seconds(3600)), third.timeout(seconds: long)
    )
    #expect(value.isPending && error.isPending && sealed.isPending)
    one.fulfill(1)
    two.reject(TestError.two)
    seal(3)
    #expect(value.value == 1 && error.error as? TestError == .two && sealed.value == 3)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func whoIsThereAlreadyNeedsNoTimer() {
    #expect(Promise.value(1).timeout(seconds: long).value == 1)
    #expect(Promise<Int>(error: TestError.one).timeout(seconds: long).error as? TestError == .one)
    #expect(Guarantee.value(2).timeout(seconds: long, losers: .spare).value == 2)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func whoIsInTimeRemovesTheTimerAlsoIfLosersAreSpared() {
    let (promise, resolver) = Promise<Int>.pending()
    let whole = promise.timeout(seconds: long, losers: .spare)
    resolver.fulfill(1)
    #expect(whole.value == 1)
    #expect(waitForPromises(timeout: 0))
  }

  // Those who wait for the whole may go on before the one that is late has been cancelled. The tests wait for that,
  // too; not for the promise itself, which they would want by that.

  @Test(arguments: [0.0005, 0]) func whoIsLateIsCancelled(_ seconds: Double) async {
    let (promise, resolver) = Promise<Int>.pending()
    await Self.expectTimedOut(promise.timeout(seconds: seconds))
    await Self.cancelled(resolver)
    #expect(promise.error is CancellationError)
    let (another, producer) = Promise<Int>.pending()
    await Self.expectTimedOut(another.timeout(.microseconds(500)))
    await Self.cancelled(producer)
    #expect(another.error is CancellationError)
  }

  @Test func whoIsLateIsSparedIfAskedFor() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    await Self.expectTimedOut(promise.timeout(seconds: 0.0005, losers: .spare))
    await Self.expectTimedOut(promise.timeout(.microseconds(500), losers: .spare))
    await after(seconds: 0.001).get()
    #expect(promise.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
    #expect(promise.value == 1)
  }

  @Test func whoIsLateIsLeftAloneIfSomebodyElseWantsIt() async {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map(on: nil) { $0 + 1 }
    await Self.expectTimedOut(promise.timeout(seconds: 0.0005))
    await after(seconds: 0.001).get()
    #expect(promise.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
    #expect(other.value == 2)
  }

  @Test func `the late error of a promise that a timeout spared is reported`() async {
    let log = Log<String>()
    await PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let (promise, resolver) = Promise<Int>.pending()
      await Self.expectTimedOut(promise.timeout(seconds: 0.0005, losers: .spare))
      resolver.reject(TestError.one)
    }
    #expect(log.entries.count == 1)
  }

  @Test(arguments: [LoserPolicy.cancel, .spare])
  func cancellingATimeoutRemovesTheTimerAndCancelsThePromise(_ losers: LoserPolicy) {
    let (promise, resolver) = Promise<Int>.pending()
    let whole = promise.timeout(seconds: long, losers: losers)
    whole.cancel()
    #expect(whole.error is CancellationError && resolver.isCancelled)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func theChainBehindATimeoutIsCancelledWithIt() async {
    let (promise, resolver) = Promise<Int>.pending()
    let log = Log<Int>()
    await Self.expectTimedOut(promise.map(on: nil) { log($0) }.map(on: nil) { 1 }.timeout(seconds: 0.0005))
    await Self.cancelled(resolver)
    #expect(log.entries == [])
  }

  /// Returns when the promise has been cancelled.
  private static func cancelled(_ resolver: Resolver<Int>) async {
    await withCheckedContinuation { continuation in
      resolver.onCancel { continuation.resume() }
    }
  }

  private static func expectTimedOut(
    _ promise: Promise<some Any>, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let error = await #expect(throws: PromiseError.self, sourceLocation: sourceLocation) { _ = try await promise.get() }
    guard case .timedOut? = error else {
      Issue.record("\(promise)", sourceLocation: sourceLocation)
      return
    }
  }
}
