import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The delay between two attempts.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct BackoffTests {
  private func times(_ backoff: Backoff, _ attempts: ClosedRange<Int> = 1...5) -> [Double] {
    attempts.map { backoff.seconds(afterAttempt: $0) }
  }

  @Test func `a constant backoff is the same after every attempt`() {
    #expect(times(.seconds(0.5)) == [0.5, 0.5, 0.5, 0.5, 0.5])
    #expect(times(.seconds(-1)) == [-1, -1, -1, -1, -1])
  }

  @Test func `a number literal is a constant backoff in seconds`() {
    let literals: [Backoff] = [2, 0.5, -1]
    #expect(literals.map { times($0, 1...2) } == [[2, 2], [0.5, 0.5], [-1, -1]])
  }

  @Test func `a constant backoff may be a Duration or a DispatchTimeInterval`() {
    #expect(times(.milliseconds(250), 1...2) == [0.25, 0.25])
    #expect(times(.constant(Duration.milliseconds(250)), 1...2) == [0.25, 0.25])
    #expect(times(.constant(DispatchTimeInterval.milliseconds(250)), 1...1) == [0.25])
    #expect(times(.constant(DispatchTimeInterval.never), 1...1) == [.infinity])
    #expect(times(.constant(.seconds(2)), 1...1) == [2])
  }

  @Test func `an exponential backoff is multiplied by its factor after each attempt`() {
    #expect(times(.exponential(initial: 1, jitter: 0)) == [1, 2, 4, 8, 16])
    #expect(times(.exponential(initial: 0.5, factor: 3, jitter: 0)) == [0.5, 1.5, 4.5, 13.5, 40.5])
    #expect(times(.exponential(initial: 8, factor: 0.5, jitter: 0)) == [8, 4, 2, 1, 0.5])
    #expect(times(.exponential(initial: 3, factor: 1, jitter: 0)) == [3, 3, 3, 3, 3])
  }

  @Test func `an exponential backoff never exceeds its maximum`() {
    #expect(times(.exponential(initial: 1, maximum: 5, jitter: 0)) == [1, 2, 4, 5, 5])
    #expect(times(.exponential(initial: 10, maximum: 5, jitter: 0)) == [5, 5, 5, 5, 5])
    let large = Backoff.exponential(initial: 1, maximum: 30)
    for attempt in [100, 10_000, .max] { #expect(large.seconds(afterAttempt: attempt) <= 30) }
  }

  @Test(arguments: [0, 0.25, 0.5, 1]) func `jitter shortens the delay by at most its fraction`(_ jitter: Double) {
    let backoff = Backoff.exponential(initial: 1, jitter: jitter)
    let times = (0..<1000).map { _ in backoff.seconds(afterAttempt: 3) }
    #expect(times.allSatisfy { (4 * (1 - jitter)...4).contains($0) })
    // The random part is used: two equal values in a thousand are practically impossible.
    #expect(Set(times).count == (jitter == 0 ? 1 : 1000))
    if jitter > 0 { #expect(times.min()! < 4 - 2 * jitter && times.max()! > 4 - 2 * jitter) }
  }

  @Test func `the default jitter is one half`() {
    let backoff = Backoff.exponential(initial: 2)
    let times = (0..<1000).map { _ in backoff.seconds(afterAttempt: 1) }
    #expect(times.allSatisfy { (1...2).contains($0) } && Set(times).count > 1)
  }

  @Test func `jitter outside of 0 to 1 is clamped`() {
    #expect(times(.exponential(initial: 1, jitter: -3)) == [1, 2, 4, 8, 16])
    let all = times(.exponential(initial: 1, jitter: 7), 1...1000)
    #expect(all.allSatisfy { $0 >= 0 })
  }

  @Test func `a delay that is limited to the maximum is random as well`() {
    let all = times(.exponential(initial: 1_000, maximum: 10, jitter: 0.5), 1...100)
    #expect(all.allSatisfy { 5...10 ~= $0 })
    #expect(Set(all).count > 1)
  }

  @Test(arguments: [Int.min, -1, 0]) func `an attempt number below one counts as the first attempt`(_ attempt: Int) {
    #expect(Backoff.exponential(initial: 3, jitter: 0).seconds(afterAttempt: attempt) == 3)
  }

  @Test func `without a maximum, an exponential backoff grows to infinity`() {
    #expect(Backoff.exponential(initial: 1, jitter: 0).seconds(afterAttempt: .max) > 1e100)
    #expect(Backoff.exponential(initial: 1e10, jitter: 0).seconds(afterAttempt: .max) == .infinity)
    #expect(Backoff.exponential(initial: 0, jitter: 0).seconds(afterAttempt: .max) == 0)
  }

  @Test func `a custom backoff receives the number of the attempt`() async {
    let attempts = Log<Int>()
    let rule = Backoff { attempt in
      attempts(attempt)
      return 0
    }
    let whole = retry(on: nil, attempts: 3, delay: rule) { Promise<Int>(error: TestError.one) }
    #expect(whole.error as? TestError == .one)
    // The closure is not called after the last attempt, because no retry follows.
    #expect(attempts.entries == [1, 2, 3])
  }

  @Test func `retry waits for as long as the backoff says`() async throws {
    let start = ContinuousClock.now
    let calls = Log<Int>()
    let backoff = Backoff.exponential(initial: 0.001, jitter: 0)
    let whole = retry(on: nil, attempts: 3, delay: backoff) { () throws -> Promise<Int> in
      calls(1)
      guard calls.count > 3 else { throw TestError.one }
      return .value(calls.count)
    }
    #expect(try await whole.get() == 4)
    #expect(ContinuousClock.now - start >= .milliseconds(7))
  }

  @Test func `an infinite backoff waits until the promise is canceled`() {
    let calls = Log<Int>()
    let whole = retry(on: nil, attempts: 3, delay: .seconds(.infinity)) { () -> Promise<Int> in
      calls(1)
      return Promise(error: TestError.one)
    }
    #expect(whole.isPending && calls.count == 1)
    whole.cancel()
    #expect(whole.error is CancellationError && calls.count == 1)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func `an exponential backoff is limited to its maximum`() {
    #expect(Backoff.exponential(initial: 1, factor: 1.001, maximum: 60, jitter: 0).seconds(afterAttempt: 10_000) == 60)
  }
}
