import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `retry` and `until` with zero, negative and extreme arguments: each produces an outcome, none traps and none hangs.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct LoopTests {
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
      end._anyPromise?.cancel()
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
}
