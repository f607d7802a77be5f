import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `delay`. A timer that is left behind shows up as a pending promise of the test.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DelayTests {
  let long = 3600.0

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

  // MARK: Extreme times

  @Test(arguments: ExtremeTimes.none) func `a delay with a zero or negative time passes the outcome on`(
    _ seconds: Double
  ) async throws {
    #expect(try await Promise.value(1).delay(seconds: seconds).get() == 1)
    #expect(await Guarantee.value(2).delay(seconds: seconds).get() == 2)
    await #expect(throws: TestError.one) { try await Promise<Int>(error: TestError.one).delay(seconds: seconds).get() }
  }

  @Test(arguments: ExtremeTimes.noDurations)
  func `a delay with a zero or negative Duration passes the outcome on`(_ duration: Duration) async throws {
    #expect(try await Promise.value(1).delay(duration).get() == 1)
    #expect(await Guarantee.value(2).delay(duration).get() == 2)
  }

  @Test func `an unlimited delay lasts until the promise is canceled`() {
    let promises =
      ExtremeTimes.long.map { Promise.value(1).delay(seconds: $0) }
      + ExtremeTimes.longDurations.map { Promise.value(1).delay($0) }
    for promise in promises {
      #expect(promise.isPending)
      promise.cancel()
      #expect(promise.error is CancellationError)
    }
    let guarantees =
      ExtremeTimes.long.map { Guarantee.value(1).delay(seconds: $0) }
      + ExtremeTimes.longDurations.map { Guarantee.value(1).delay($0) }
    for guarantee in guarantees {
      #expect(guarantee.isPending)
      guarantee.cancel()
      #expect(guarantee.value == 1)
    }
    #expect(ExtremeTimes.long.allSatisfy { Promise<Int>(error: TestError.one).delay(seconds: $0).error is TestError })
    #expect(waitForPromises(timeout: 0))
  }
}
