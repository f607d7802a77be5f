import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `until`: repeats until a promise is fulfilled with `true`.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct UntilTests {
  // MARK: The forms

  @Test(arguments: [1, 2, 10]) func itRepeatsUntilAPromiseSaysSo(_ count: Int) {
    let calls = Log<Int>()
    let whole = until(on: nil) { () -> Promise<Bool> in
      calls(1)
      return .value(calls.count == count)
    }
    #expect(whole.isFulfilled && calls.count == count)
  }

  @Test @MainActor func withoutAQueueItRunsWhereItWasWritten() async throws {
    var calls = 0
    let first = until {
      MainActor.assertIsolated()
      calls += 1
      return Promise.value(calls == 3)
    }
    #expect(calls == 0)
    try await first.get()
    let second = until(interval: 0.0001) {
      MainActor.assertIsolated()
      calls += 1
      return Promise.value(calls == 6)
    }
    #expect(calls == 3)
    try await second.get()
    #expect(calls == 6)
  }

  @Test func onAQueueItRunsThere() async throws {
    let queue = DispatchQueue(label: "UntilTests")
    let calls = Log<Int>()
    try await until(on: queue, interval: 0.0001) {
      dispatchPrecondition(condition: .onQueue(queue))
      calls(1)
      return DispatchQueue.global().async(.promise) { calls.count == 3 }
    }.get()
    #expect(calls.count == 3)
  }

  @Test func aGuaranteeWillDo() async throws {
    let calls = Log<Int>()
    try await until(on: nil) { () -> Guarantee<Bool> in
      calls(1)
      return after(seconds: 0.0001).map(on: nil) { calls.count == 2 }
    }.get()
    #expect(calls.count == 2)
  }

  @Test func itWaitsForEachPromiseBeforeItAsksForTheNext() {
    let made = Log<Resolver<Bool>>()
    let whole = until(on: nil) { Self.pending(made) }
    #expect(made.count == 1)
    made.entries[0].fulfill(false)
    #expect(made.count == 2 && whole.isPending)
    made.entries[1].fulfill(true)
    #expect(whole.isFulfilled && made.count == 2)
  }

  @Test func itWaitsBetweenTheRounds() async throws {
    let start = ContinuousClock.now
    let calls = Log<Int>()
    try await until(on: nil, interval: 0.002) { () -> Promise<Bool> in
      calls(1)
      return .value(calls.count == 4)
    }.get()
    #expect(ContinuousClock.now - start >= .milliseconds(6))
  }

  @Test(.promises(time: .manual)) func `the interval may be a rule, or have a unit`() async throws {
    let clock = try ManualClock.current
    let intervals: [(Backoff, Duration)] = [
      (Backoff { attempt in Double(attempt) }, .seconds(1 + 2 + 3)),
      (.milliseconds(250), .milliseconds(750)),
      (.constant(Duration.seconds(2)), .seconds(6)),
      (2, .seconds(6)),
    ]
    for (interval, total) in intervals {
      let start = clock.now
      let calls = Log<Int>()
      let whole = until(on: nil, interval: interval) { () -> Promise<Bool> in
        calls(1)
        return .value(calls.count == 4)
      }
      await clock.advance(by: total - .milliseconds(1))
      #expect(whole.isPending)
      await clock.advance(by: .milliseconds(1))
      #expect(whole.isFulfilled && start.duration(to: clock.now) == total)
    }
  }

  // MARK: Errors

  @Test func aRejectionEndsIt() {
    let calls = Log<Int>()
    let first = until(on: nil) { () -> Promise<Bool> in
      calls(1)
      return calls.count < 3 ? .value(false) : Promise(error: TestError.one)
    }
    #expect(first.error as? TestError == .one && calls.count == 3)
  }

  @Test func whatIsThrownEndsIt() {
    let calls = Log<Int>()
    let whole = until(on: nil) { () throws -> Promise<Bool> in
      calls(1)
      if calls.count == 3 { throw TestError.one }
      return .value(false)
    }
    #expect(whole.error as? TestError == .one && calls.count == 3)
  }

  // MARK: Cancellation

  @Test func cancellingCancelsThePromiseThatIsPending() {
    let made = Log<Resolver<Bool>>()
    let whole = until(on: nil) { Self.pending(made) }
    made.entries[0].fulfill(false)
    whole.cancel()
    #expect(whole.error is CancellationError)
    #expect(made.count == 2 && made.entries[1].isCancelled)
  }

  @Test func cancellingDuringTheWaitRemovesTheTimer() {
    let calls = Log<Int>()
    let whole = until(on: nil, interval: 3600) { () -> Promise<Bool> in
      calls(1)
      return .value(false)
    }
    #expect(whole.isPending && calls.count == 1)
    whole.cancel()
    #expect(whole.error is CancellationError && calls.count == 1)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func cancellingBetweenTheRoundsMakesNoMore() {
    let queue = DispatchQueue(label: "UntilTests")
    let calls = Log<Int>()
    let wholes = Log<Promise<Void>>()
    queue.suspend()
    wholes(
      until(on: queue) { () -> Promise<Bool> in
        calls(1)
        // The next round is in the queue only after this one.
        if calls.count == 3 { wholes.entries[0].cancel() }
        return .value(false)
      })
    queue.resume()
    #expect(waitForPromises(timeout: 30))
    #expect(wholes.entries[0].error is CancellationError && calls.count == 3)
  }

  // MARK: Depth

  @Test func manyRoundsNeedNoStack() async {
    await onSmallStack {
      let calls = Counter()
      let rounds = many(100_000)
      let whole = until(on: nil) { Promise.value(calls.next() + 1 == rounds) }
      #expect(whole.isFulfilled && calls.value == rounds)
    }
  }

  @Test func manyRoundsLeaveTheQueueToOthers() async throws {
    let queue = DispatchQueue(label: "UntilTests")
    let isOver = OnceFlag()
    let rounds = Counter()
    // Only what the queue does in between ends it.
    let whole = until(on: queue) { () -> Promise<Bool> in
      if rounds.next() + 1 == 100 { queue.async { isOver.claim() } }
      return .value(isOver.isClaimed)
    }
    try await whole.get()
    #expect(rounds.value > 100)
  }

  private static func pending(_ made: Log<Resolver<Bool>>) -> Promise<Bool> {
    let (promise, resolver) = Promise<Bool>.pending()
    made(resolver)
    return promise
  }
}
