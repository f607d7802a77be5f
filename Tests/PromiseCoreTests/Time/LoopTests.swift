import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Empty, zero, negative and extreme arguments of every combinator, timer and loop: each produces an outcome, none
/// traps and none hangs.
@Suite(.promises(timeLimit: .testLimit)) struct BoundaryArgumentTests {
  // MARK: No promises

  @Test func `when(fulfilled:) of no promises is fulfilled immediately`() {
    #expect(when(fulfilled: [Promise<Int>]()).value == [])
    #expect(when(fulfilled: [Promise<Void>]()).isFulfilled)
    #expect(when(fulfilled: EmptyCollection<Guarantee<Int>>()).value == [])
    #expect(when(fulfilled: [String: Promise<Int>]()).value == [:])
    #expect(when(fulfilled: [String: Promise<Void>]()).value?.isEmpty == true)
  }

  @Test func `the rejection handler is not called for when(fulfilled:) of no promises`() {
    #expect(when(fulfilled: [Promise<Int>]()) { _, _ in Issue.record() }.value == [])
    #expect(when(fulfilled: [String: Promise<Int>]()) { _, _ in Issue.record() }.value == [:])
  }

  @Test func `when(resolved:) of no promises is fulfilled immediately`() {
    #expect(when(resolved: [Promise<Int>]()).value?.isEmpty == true)
    #expect(when(resolved: [String: Promise<Int>]()).value?.isEmpty == true)
    #expect(when(resolved: EmptyCollection<Guarantee<Int>>().makeIterator(), maxConcurrent: 1).value?.isEmpty == true)
  }

  @Test func `when(guarantees:) of no guarantees is fulfilled immediately`() {
    #expect(when(guarantees: [Guarantee<Int>]()).value == [])
    #expect(when(guarantees: [Guarantee<Void>]()).isFulfilled)
    let none: Guarantee<Void> = when()
    #expect(none.isFulfilled)
  }

  @Test func `a race of no promises is rejected with badInput`() {
    Self.expectBadInput(race([Promise<Int>]()))
    Self.expectBadInput(race([Guarantee<Int>](), losers: .spare))
    Self.expectBadInput(race(fulfilled: [Promise<Int>]()))
    Self.expectBadInput(race(fulfilled: [Guarantee<Int>](), losers: .spare))
  }

  @Test func `every combinator accepts a single promise`() {
    let alone: Promise<Int> = when(fulfilled: Promise.value(1))
    #expect(alone.value == 1)
    #expect(when(resolved: Promise.value(1)).value?.count == 1)
    #expect(race(Promise.value(1)).value == 1)
    #expect(race(fulfilled: Promise.value(1)).value == 1)
    let loser = race(fulfilled: Promise<Int>(error: TestError.one))
    guard case .noWinner(let errors)? = loser.error as? PromiseError else {
      Issue.record()
      return
    }
    #expect(Array(errors) as? [TestError] == [.one])
  }

  // MARK: Concurrency limits

  @Test(arguments: [0, -1, Int.min])
  func `with a limit below one, when(fulfilled:maxConcurrent:) is rejected and never calls the iterator`(_ width: Int) {
    let promises = AnyIterator { () -> Promise<Int>? in
      Issue.record("next() was called")
      return nil
    }
    Self.expectBadInput(when(fulfilled: promises, maxConcurrent: width))
    guard case .failure(PromiseError.badInput)? = when(resolved: promises, maxConcurrent: width).value?.first else {
      Issue.record("expected badInput")
      return
    }
  }

  @Test func `the concurrency limit may be Int.max`() {
    let promises = (0..<100).lazy.map { Promise.value($0) }
    #expect(when(fulfilled: promises.makeIterator(), maxConcurrent: .max).value == Array(0..<100))
    #expect(when(resolved: promises.makeIterator(), maxConcurrent: .max).value?.count == 100)
    let (promise, resolver) = Promise<Int>.pending()
    let whole = when(fulfilled: [promise, .value(2)].makeIterator(), maxConcurrent: .max)
    resolver.fulfill(1)
    #expect(whole.value == [1, 2])
  }

  // MARK: No elements

  @Test func `reducing an empty sequence yields the initial value`() {
    #expect(Promise.value(1).reduce(on: nil, [Int]()) { _, _ in Promise.value(2) }.value == 1)
    #expect(Guarantee.value(1).reduce(on: nil, [Int]()) { _, _ in Promise.value(2) }.value == 1)
    let failed = Promise<Int>(error: TestError.one).reduce(on: nil, [Int]()) { _, _ in Promise.value(2) }
    #expect(failed.error as? TestError == .one)
  }

  @Test func `thenMap over an empty collection yields an empty collection`() {
    let nothing = Promise.value([Int]())
    #expect(nothing.thenMap(on: nil) { Promise.value($0) }.value == [])
  }

  @Test func `a callback with neither a value nor an error rejects with invalidCallingConvention`() {
    let none: (any Error)? = nil
    let wrapped: [any Thenable] = [
      wrap { (handler: @escaping @Sendable (Int?, (any Error)?) -> Void) in handler(nil, none) } as Promise<Int>,
      wrap { (handler: @escaping @Sendable ((any Error)?, Int?) -> Void) in handler(none, nil) } as Promise<Int>,
      wrap { (handler: @escaping @Sendable (Int?, String?, (any Error)?) -> Void) in handler(nil, nil, none) },
    ]
    for promise in wrapped {
      guard case .invalidCallingConvention? = promise.error as? PromiseError else {
        Issue.record("\(promise)")
        continue
      }
    }
  }

  // MARK: retry, until

  /// Returns how often `attempt` calls its body, which fails immediately each time, up to 1,000 times.
  private func calls(_ attempt: (_ body: @escaping @Sendable () -> Promise<Int>) -> Promise<Int>) -> Int {
    let calls = Log<Int>()
    let whole = attempt {
      calls(1)
      return calls.count > 1000 ? .value(1) : Promise(error: TestError.one)
    }
    #expect(whole.isSettled)
    _ = whole.error
    return calls.count
  }

  @Test(arguments: [0, -1, Int.min]) func `with zero or fewer retries, the body runs once`(_ attempts: Int) {
    #expect(calls { retry(on: nil, attempts: attempts, delay: 0, $0) } == 1)
    #expect(calls { retry(on: nil, attempts: attempts, delay: .seconds(0), $0) } == 1)
  }

  @Test func `the number of retries may be Int.max`() {
    #expect(calls { retry(on: nil, attempts: .max, delay: 0, $0) } == 1001)
    #expect(calls { retry(on: nil, attempts: .max, delay: .exponential(initial: 0), $0) } == 1001)
  }

  @Test(arguments: [0, -1, -0.0, -.infinity, .nan, -.greatestFiniteMagnitude])
  func `a delay or interval of zero or less starts no timer`(_ seconds: Double) {
    #expect(calls { retry(on: nil, attempts: 3, delay: .seconds(seconds), $0) } == 4)
    let rounds = Log<Int>()
    let whole = until(on: nil, interval: .seconds(seconds)) { () -> Promise<Bool> in
      rounds(1)
      return .value(rounds.count == 3)
    }
    #expect(whole.isFulfilled && rounds.count == 3)
  }

  @Test(arguments: [Double.infinity, .greatestFiniteMagnitude, 1e10, 9e9])
  func `an unlimited delay lasts until the promise is canceled`(_ seconds: Double) {
    let ends: [any Thenable] = [
      retry(on: nil, attempts: 3, delay: .seconds(seconds)) { Promise<Int>(error: TestError.one) },
      until(on: nil, interval: .seconds(seconds)) { Promise.value(false) },
    ]
    for end in ends {
      #expect(end.isPending)
      (end as? AnyPromise)?.cancel()
      #expect(end.error is CancellationError)
    }
    #expect(waitForPromises(timeout: 0))
  }

  @Test func `a backoff accepts extreme arguments and never traps`() {
    let (nan, infinity) = (Double.nan, Double.infinity)
    let none: [Backoff] = [
      .seconds(nan), .exponential(initial: -1, jitter: 0), .exponential(initial: nan), .exponential(initial: 0),
      .exponential(initial: 1, maximum: 0), .exponential(initial: 1, maximum: -1), .exponential(initial: -infinity),
      .exponential(initial: 0, factor: 0, jitter: nan), .exponential(initial: -1, factor: infinity, jitter: 2),
      Backoff { _ in -1 },
    ]
    for backoff in none { #expect(calls { retry(on: nil, attempts: 20, delay: backoff, $0) } == 21) }
    let unlimited = Backoff.exponential(initial: 1, factor: infinity, jitter: 0)
    #expect(unlimited.seconds(afterAttempt: 1) == 1 && unlimited.seconds(afterAttempt: 2) == infinity)
    #expect(Backoff.exponential(initial: infinity).seconds(afterAttempt: 1) == infinity)
    #expect(Backoff.exponential(initial: 4, factor: 0, jitter: 0).seconds(afterAttempt: 2) == 0)
  }

  private static func expectBadInput(_ promise: Promise<some Any>, sourceLocation: SourceLocation = #_sourceLocation) {
    guard case .badInput? = promise.error as? PromiseError else {
      Issue.record("\(promise)", sourceLocation: sourceLocation)
      return
    }
  }
}
