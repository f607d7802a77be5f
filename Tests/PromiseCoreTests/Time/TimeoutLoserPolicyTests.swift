import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A timeout that has fired is no longer a consumer of a spared loser, so a later rejection of the loser is reported if
/// nothing else observes it.
@Suite(.sharingProcessors) struct TimeoutLoserPolicyTests {
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
}

/// Runs `body` and logs the reports about the promises that it creates.
private func withReports(
  to log: Log<String>, isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
) async {
  await PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") }), operation: body)
}
