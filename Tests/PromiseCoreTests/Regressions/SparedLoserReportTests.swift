import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A spared loser has no consumer in the race or the timeout that is over: its later rejection is reported if nothing
/// else observes it.
struct `A later rejection of a spared loser that nothing else observes` {
  @Test func `is reported after a race`() {
    let found = reports {
      let (loser, resolver) = Promise<Int>.pending()
      let whole = race([loser, .value(1)], losers: .spare)
      #expect(whole.value == 1)
      resolver.reject(TestError.two)
    }
    #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix("unhandled rejection: two") }, "\(found)")
  }

  @Test func `is reported after a race that began with all of them pending`() {
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

  @Test func `is reported after a race of those that are fulfilled`() {
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

  @Test func `is reported after a timeout`() async {
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
    #expect(log.count == 1, "\(log.entries)")
  }

  @Test func `is reported although a race that cancels its losers has left it to others`() {
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

  /// As it has always been.
  @Test func `is reported after a wait with a time limit`() async {
    let log = Log<String>()
    await withReports(to: log) {
      let (loser, resolver) = Promise<Int>.pending()
      await #expect(throws: PromiseError.timedOut) { try await loser.get(timeout: 0, losers: .spare) }
      resolver.reject(TestError.two)
    }
    #expect(log.count == 1, "\(log.entries)")
  }

  @Test func `is not reported if something else observes it`() {
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

  @Test func `is not reported while the race has no outcome`() {
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

/// Runs `body`, and logs what is reported of the promises that are made in it.
private func withReports(
  to log: Log<String>, isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
) async {
  await PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") }), operation: body)
}
