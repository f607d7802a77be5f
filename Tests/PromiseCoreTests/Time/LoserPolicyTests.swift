import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A race or a timeout that has settled is no longer a consumer of a spared loser, so a later rejection of the loser is
/// reported if nothing else observes it.
struct LoserPolicyTests {
  @Test func `the later rejection of a spared loser is reported after a race`() {
    let found = reports {
      let (loser, resolver) = Promise<Int>.pending()
      let whole = race([loser, .value(1)], losers: .spare)
      #expect(whole.value == 1)
      resolver.reject(TestError.two)
    }
    #expect(found.count == 1 && found.allSatisfy { $0.contains("unhandled rejection: two;") }, "\(found)")
  }

  @Test func `the later rejection of a spared loser is reported after a race of pending inputs`() {
    let found = reports {
      let (loser, resolver) = Promise<Int>.pending()
      let (winner, resolverOfWinner) = Promise<Int>.pending()
      let whole = race([winner, loser], losers: .spare)
      resolverOfWinner.fulfill(1)
      #expect(whole.value == 1)
      resolver.reject(TestError.two)
    }
    #expect(found.count == 1, "\(found)")
  }

  @Test func `the later rejection of a spared loser is reported after race(fulfilled:)`() {
    let found = reports {
      let (loser, resolver) = Promise<Int>.pending()
      let (winner, resolverOfWinner) = Promise<Int>.pending()
      let whole = race(fulfilled: [loser, winner], losers: .spare)
      resolverOfWinner.fulfill(1)
      #expect(whole.value == 1)
      resolver.reject(TestError.two)
    }
    #expect(found.count == 1, "\(found)")
  }

  @Test func `the later rejection of a spared loser is reported after a timeout`() async {
    let log = Log<String>()
    await withReports(to: log) {
      let (loser, resolver) = Promise<Int>.pending()
      let clock = HandClock()
      let whole = loser.timeout(.seconds(1), losers: .spare, clock: clock)
      try? await clock.slept(1)
      clock.advance(by: .seconds(1))
      await #expect(throws: PromiseError.timedOut) { try await whole.get() }
      resolver.reject(TestError.two)
    }
    // The thread of the timer may release the loser last.
    await wait { log.count > 0 }
    #expect(log.count == 1, "\(log.entries)")
  }

  @Test func `the later rejection of a spared loser is reported even if it lost another race as well`() {
    let found = reports {
      let (loser, resolver) = Promise<Int>.pending()
      let (winner, resolverOfWinner) = Promise<Int>.pending()
      let sparing = race([loser, winner, loser], losers: .spare)
      let canceling = race(fulfilled: [Promise.value(1), loser])
      #expect(canceling.value == 1)
      resolverOfWinner.fulfill(1)
      #expect(sparing.value == 1)
      resolver.reject(TestError.two)
      #expect(loser.isRejected)
    }
    #expect(found.count == 1, "\(found)")
  }

  @Test func `the later rejection of a spared loser is reported after a wait with a time limit`() async {
    let log = Log<String>()
    await withReports(to: log) {
      let (loser, resolver) = Promise<Int>.pending()
      await #expect(throws: PromiseError.timedOut) { try await loser.get(timeout: 0, losers: .spare) }
      resolver.reject(TestError.two)
    }
    // The thread of the timer may release the loser last.
    await wait { log.count > 0 }
    #expect(log.count == 1, "\(log.entries)")
  }

  @Test func `the later rejection of a spared loser is not reported if it has another observer`() {
    let found = reports {
      let (loser, resolver) = Promise<Int>.pending()
      let errors = Log<any Error>()
      loser.catch(on: nil) { errors($0) }
      #expect(race([loser, .value(1)], losers: .spare).value == 1)
      resolver.reject(TestError.two)
      #expect(errors.count == 1)
    }
    #expect(found.isEmpty, "\(found)")
  }

  @Test func `the rejection of an input is not reported while the race is pending`() {
    let found = reports {
      let (loser, resolver) = Promise<Int>.pending()
      let (winner, resolverOfWinner) = Promise<Int>.pending()
      let whole = race(fulfilled: [loser, winner], losers: .spare)
      resolver.reject(TestError.two)
      resolverOfWinner.fulfill(1)
      #expect(whole.value == 1)
    }
    #expect(found.isEmpty, "\(found)")
  }
}

/// Runs `body` and logs the reports about the promises that it creates.
private func withReports(
  to log: Log<String>, isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
) async {
  await PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") }), operation: body)
}
