import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `timeout`. A timer that is left behind shows up as a pending promise of the test.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct TimeoutTests {
  let long = 3600.0

  // A consumer of the timeout may continue before the late promise has been canceled, so the tests wait for that
  // cancellation as well. They do not wait for the promise itself, which would make them its consumers.

  /// Returns when the promise has been canceled.
  private static func waitForCancellation(of resolver: Resolver<Int>) async {
    await withCheckedContinuation { continuation in
      resolver.onCancel { continuation.resume() }
    }
  }

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
    // The thread of the timer may release the promise last.
    await wait { log.count > 0 }
    #expect(log.count == 1)
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

  @Test func `canceling the timeout of a guarantee cancels the guarantee`() {
    let slow = after(seconds: 3600)
    slow.timeout(seconds: 30).cancel()
    #expect(slow.isFulfilled && waitForPromises(timeout: 0))
  }

  @Test func `a timeout that fires cancels its guarantee`() {
    let slow = after(seconds: 3600)
    _ = slow.timeout(seconds: 0.0005).catch(on: nil) { _ in }
    #expect(waitForPromises(timeout: .testLimit))  // takes an hour unless the timer is canceled
    #expect(slow.isFulfilled)
  }

  // MARK: Extreme times

  @Test(arguments: ExtremeTimes.none, [LoserPolicy.cancel, .spare])
  func `a timeout with a zero or negative time rejects only pending promises`(
    _ seconds: Double, _ losers: LoserPolicy
  ) async {
    let (promise, resolver) = Promise<Int>.pending()
    await expectTimedOut(promise.timeout(seconds: seconds, losers: losers))
    resolver.fulfill(1)
    #expect(Promise.value(1).timeout(seconds: seconds, losers: losers).value == 1)
    #expect(Guarantee.value(2).timeout(seconds: seconds, losers: losers).value == 2)
    #expect(Promise<Int>(error: TestError.one).timeout(seconds: seconds, losers: losers).error as? TestError == .one)
  }

  @Test(arguments: ExtremeTimes.noDurations)
  func `a timeout with a zero or negative Duration rejects only pending promises`(_ duration: Duration) async {
    let (promise, resolver) = Promise<Int>.pending()
    await expectTimedOut(promise.timeout(duration))
    resolver.fulfill(1)
    #expect(Promise.value(1).timeout(duration).value == 1)
  }

  @Test func `an unlimited timeout never rejects`() {
    let rounds = (0..<ExtremeTimes.long.count + ExtremeTimes.longDurations.count).map { _ in Promise<Int>.pending() }
    let wholes = rounds.enumerated().map { index, round in
      let promise = round.promise
      return index < ExtremeTimes.long.count
        ? promise.timeout(seconds: ExtremeTimes.long[index])
        : promise.timeout(ExtremeTimes.longDurations[index - ExtremeTimes.long.count])
    }
    for (round, whole) in zip(rounds, wholes) {
      #expect(whole.isPending)
      round.resolver.fulfill(1)
      #expect(whole.value == 1)
    }
    #expect(ExtremeTimes.long.allSatisfy { Promise.value(2).timeout(seconds: $0).value == 2 })
    #expect(waitForPromises(timeout: 0))
  }
}
