import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Zero, negative and extreme times: each has a defined meaning, none traps and none hangs.
@Suite(.promises(timeLimit: .testLimit)) struct BoundaryTimeTests {
  /// Times that are zero, negative, not a number, or too short to measure.
  static let none: [Double] = [
    0, -0.0, -1, -.infinity, .nan, -.nan, .signalingNaN, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e-12,
  ]
  static let noIntervals: [DispatchTimeInterval] = [
    .seconds(0), .seconds(-1), .seconds(.min), .milliseconds(.min), .microseconds(.min), .nanoseconds(.min),
    .nanoseconds(0), .nanoseconds(1),
  ]
  static let noDurations: [Duration] = [
    .zero, .seconds(-1), .nanoseconds(-1), .seconds(Int64.min), Duration(secondsComponent: 0, attosecondsComponent: 1),
    Duration(secondsComponent: 0, attosecondsComponent: .min),
  ]

  /// Times that no test can wait for. The last is the longest that the library passes to Dispatch.
  static let long: [Double] = [.infinity, .greatestFiniteMagnitude, 1e30, 1e10, 9_223_372_036.854775]
  static let longIntervals: [DispatchTimeInterval] = [
    .never, .seconds(.max), .milliseconds(.max), .microseconds(.max), .nanoseconds(.max), .nanoseconds(.max - 1),
  ]
  static let longDurations: [Duration] = [
    .seconds(Int64.max), .seconds(Int64.max) + .milliseconds(999), .seconds(9_223_372_036),
  ]

  // MARK: after

  // Each test races the timer against a timer of one second, in case the library mistakes the time for a long one.
  @Test(arguments: none) func `a timer with a zero or negative time fires immediately`(_ seconds: Double) async {
    let timer = after(seconds: seconds)
    _ = await race(timer, after(seconds: 1), losers: .spare).get()
    #expect(timer.isFulfilled)
  }

  @Test(arguments: noIntervals)
  func `a timer with a zero or negative DispatchTimeInterval fires immediately`(
    _ interval: DispatchTimeInterval
  ) async {
    let timer = after(interval)
    _ = await race(timer, after(seconds: 1), losers: .spare).get()
    #expect(timer.isFulfilled)
  }

  @Test(arguments: noDurations)
  func `a timer with a zero or negative Duration fires immediately`(_ duration: Duration) async {
    let timer = after(duration)
    _ = await race(timer, after(seconds: 1), losers: .spare).get()
    #expect(timer.isFulfilled)
  }

  @Test func `an unlimited timer is pending until it is canceled`() async {
    let timers =
      Self.long.map { after(seconds: $0) } + Self.longIntervals.map { after($0) } + Self.longDurations.map { after($0) }
    // Meanwhile, a timer that was started later fires.
    await after(seconds: 0.001).get()
    for timer in timers {
      #expect(timer.isPending)
      timer.cancel()
      #expect(timer.isFulfilled)
    }
  }

  @Test func `an unlimited timer is removed when its guarantee is released`() {
    for seconds in Self.long { _ = after(seconds: seconds) }
    for interval in Self.longIntervals { _ = after(interval) }
    for duration in Self.longDurations { _ = after(duration) }
    #expect(waitForPromises(timeout: 0))
  }

  // MARK: delay

  @Test(arguments: none) func `a delay with a zero or negative time passes the outcome on`(
    _ seconds: Double
  ) async throws {
    #expect(try await Promise.value(1).delay(seconds: seconds).get() == 1)
    #expect(await Guarantee.value(2).delay(seconds: seconds).get() == 2)
    await #expect(throws: TestError.one) { try await Promise<Int>(error: TestError.one).delay(seconds: seconds).get() }
  }

  @Test(arguments: noDurations)
  func `a delay with a zero or negative Duration passes the outcome on`(_ duration: Duration) async throws {
    #expect(try await Promise.value(1).delay(duration).get() == 1)
    #expect(await Guarantee.value(2).delay(duration).get() == 2)
  }

  @Test func `an unlimited delay lasts until the promise is canceled`() {
    let promises =
      Self.long.map { Promise.value(1).delay(seconds: $0) } + Self.longDurations.map { Promise.value(1).delay($0) }
    for promise in promises {
      #expect(promise.isPending)
      promise.cancel()
      #expect(promise.error is CancellationError)
    }
    let guarantees =
      Self.long.map { Guarantee.value(1).delay(seconds: $0) } + Self.longDurations.map { Guarantee.value(1).delay($0) }
    for guarantee in guarantees {
      #expect(guarantee.isPending)
      guarantee.cancel()
      #expect(guarantee.value == 1)
    }
    #expect(Self.long.allSatisfy { Promise<Int>(error: TestError.one).delay(seconds: $0).error is TestError })
    #expect(waitForPromises(timeout: 0))
  }

  // MARK: timeout

  @Test(arguments: none, [LoserPolicy.cancel, .spare])
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

  @Test(arguments: noDurations)
  func `a timeout with a zero or negative Duration rejects only pending promises`(_ duration: Duration) async {
    let (promise, resolver) = Promise<Int>.pending()
    await expectTimedOut(promise.timeout(duration))
    resolver.fulfill(1)
    #expect(Promise.value(1).timeout(duration).value == 1)
  }

  @Test func `an unlimited timeout never rejects`() {
    let rounds = (0..<Self.long.count + Self.longDurations.count).map { _ in Promise<Int>.pending() }
    let wholes = rounds.enumerated().map { index, round in
      let promise = round.promise
      return index < Self.long.count
        ? promise.timeout(seconds: Self.long[index]) : promise.timeout(Self.longDurations[index - Self.long.count])
    }
    for (round, whole) in zip(rounds, wholes) {
      #expect(whole.isPending)
      round.resolver.fulfill(1)
      #expect(whole.value == 1)
    }
    #expect(Self.long.allSatisfy { Promise.value(2).timeout(seconds: $0).value == 2 })
    #expect(waitForPromises(timeout: 0))
  }
}
