import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `after`, `delay`, and `timeout`. A timer that is left behind shows up as a pending promise of the test.
@Suite(.promises(timeLimit: .testLimit)) struct TimerTests {
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

  // MARK: delay

  @Test func `delay passes the value on after the delay`() async throws {
    let start = ContinuousClock.now
    #expect(try await Promise.value(1).delay(seconds: 0.002).get() == 1)
    #expect(try await Promise.value(2).delay(.milliseconds(2)).get() == 2)
    #expect(await Guarantee.value(3).delay(seconds: 0.002).get() == 3)
    #expect(await Guarantee.value(4).delay(.milliseconds(2)).get() == 4)
    #expect(ContinuousClock.now - start >= .milliseconds(8))
  }

  @Test func `the delay starts when the promise is fulfilled`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let delayed = promise.delay(seconds: 0.001)
    // The timer does not start before the promise is fulfilled.
    await after(seconds: 0.002).get()
    #expect(delayed.isPending)
    let start = ContinuousClock.now
    resolver.fulfill(1)
    #expect(try await delayed.get() == 1)
    #expect(ContinuousClock.now - start >= .milliseconds(1))
  }

  @Test func `delay passes an error on immediately`() {
    let (promise, resolver) = Promise<Int>.pending()
    let (seconds, duration) = (promise.delay(seconds: long), promise.delay(.seconds(3600)))
    resolver.reject(TestError.one)
    #expect(seconds.error as? TestError == .one && duration.error as? TestError == .one)
    #expect(Promise<Int>(error: TestError.two).delay(seconds: long).error as? TestError == .two)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func `canceling a delay removes its timer`() {
    let promise = Promise.value(1).delay(seconds: long)
    promise.cancel()
    #expect(promise.error is CancellationError)
    let guarantee = Guarantee.value(2).delay(seconds: long)
    guarantee.cancel()
    #expect(guarantee.value == 2)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func `canceling a delay cancels the promise while it is pending`() {
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

  @Test func `a promise that settles in time removes the timer of its timeout`() {
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

  @Test func `a timeout of a settled promise creates no timer`() {
    #expect(Promise.value(1).timeout(seconds: long).value == 1)
    #expect(Promise<Int>(error: TestError.one).timeout(seconds: long).error as? TestError == .one)
    #expect(Guarantee.value(2).timeout(seconds: long, losers: .spare).value == 2)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func `a promise that settles in time removes the timer even if losers are spared`() {
    let (promise, resolver) = Promise<Int>.pending()
    let whole = promise.timeout(seconds: long, losers: .spare)
    resolver.fulfill(1)
    #expect(whole.value == 1)
    #expect(waitForPromises(timeout: 0))
  }

  // A consumer of the timeout may continue before the late promise has been canceled, so the tests wait for that
  // cancellation as well. They do not wait for the promise itself, which would make them its consumers.

  @Test(arguments: [0.0005, 0]) func `a timeout that fires cancels its promise`(_ seconds: Double) async {
    let (promise, resolver) = Promise<Int>.pending()
    await expectTimedOut(promise.timeout(seconds: seconds))
    await Self.waitForCancellation(of: resolver)
    #expect(promise.error is CancellationError)
    let (another, producer) = Promise<Int>.pending()
    await expectTimedOut(another.timeout(.microseconds(500)))
    await Self.waitForCancellation(of: producer)
    #expect(another.error is CancellationError)
  }

  @Test func `a timeout that spares losers does not cancel its promise`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    await expectTimedOut(promise.timeout(seconds: 0.0005, losers: .spare))
    await expectTimedOut(promise.timeout(.microseconds(500), losers: .spare))
    await after(seconds: 0.001).get()
    #expect(promise.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
    #expect(promise.value == 1)
  }

  @Test func `a timeout does not cancel a promise that has another consumer`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map(on: nil) { $0 + 1 }
    await expectTimedOut(promise.timeout(seconds: 0.0005))
    await after(seconds: 0.001).get()
    #expect(promise.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
    #expect(other.value == 2)
  }

  @Test func `the late error of a promise that a timeout spared is reported`() async {
    let log = Log<String>()
    await PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let (promise, resolver) = Promise<Int>.pending()
      await expectTimedOut(promise.timeout(seconds: 0.0005, losers: .spare))
      resolver.reject(TestError.one)
    }
    #expect(log.entries.count == 1)
  }

  @Test(arguments: [LoserPolicy.cancel, .spare])
  func `canceling a timeout removes the timer and cancels the promise`(_ losers: LoserPolicy) {
    let (promise, resolver) = Promise<Int>.pending()
    let whole = promise.timeout(seconds: long, losers: losers)
    whole.cancel()
    #expect(whole.error is CancellationError && resolver.isCancelled)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func `a timeout that fires cancels the upstream promises of its chain`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let log = Log<Int>()
    await expectTimedOut(promise.map(on: nil) { log($0) }.map(on: nil) { 1 }.timeout(seconds: 0.0005))
    await Self.waitForCancellation(of: resolver)
    #expect(log.entries == [])
  }

  /// Returns when the promise has been canceled.
  private static func waitForCancellation(of resolver: Resolver<Int>) async {
    await withCheckedContinuation { continuation in
      resolver.onCancel { continuation.resume() }
    }
  }
}
