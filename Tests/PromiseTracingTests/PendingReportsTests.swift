import Dispatch
import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// Which promises are reported because they stay pending.
@Suite(.sharingProcessors) struct PendingReportsTests {
  @Test func `a promise is reported only after the time has passed`() {
    let reports = PendingReports(longerThan: 1000, every: 1)
    let registry = PromiseRegistry(recordsAlways: true)
    let (_, resolver) = PromiseContext.$current.withValue(PromiseContext(recorder: registry)) {
      Promise<Int>.pending()
    }
    #expect(reports.events(in: PendingSnapshot(of: registry)).isEmpty)
    let early = PendingReports(longerThan: -1, every: 1)
    #expect(early.events(in: PendingSnapshot(of: registry)).count == 1)
    #expect(early.events(in: PendingSnapshot(of: registry)).isEmpty)
    resolver.fulfill(1)
  }

  @Test(arguments: [(9.999, true), (10, false), (10.001, false)])
  func `a promise is reported when it is older than the time`(_ seconds: Double, _ isReported: Bool) {
    var promises = TestGraph.promises([[]])
    promises[0].age = 10
    let events = PendingReports(longerThan: seconds, every: 1).events(in: PendingSnapshot(promises: promises))
    #expect(events.count == (isReported ? 1 : 0))
  }

  @Test(arguments: [
    (2.5, 2_500), (0.001, 1), (0.002, 2), (0.0019, 1), (0.0005, 1), (0, 1), (-1, 1), (.nan, 1), (-.infinity, 1),
    (3e9, 3_000_000_000_000), (.infinity, 9_223_372_036_854),
  ])
  func `a check is repeated after the interval, or after a millisecond at least`(_ interval: Double, _ expected: Int) {
    #expect(PendingReports(longerThan: 1, every: interval).repetition == .milliseconds(expected))
  }

  @Test func `every promise of a component with several circles is reported`() {
    // Two circles: 1 → 2 → 1 and 1 → 3 → 4 → 1. The cause displays the shortest.
    let promises = TestGraph.promises([[2, 3], [1], [4], [1]])
    let reports = PendingReports(longerThan: -1, every: 1)
    let events = reports.events(in: PendingSnapshot(promises: promises)).map { "\($0)" }
    #expect(events.count == 2)
    #expect(events[0].contains("it waits for itself through 2 promises"))
    #expect(events[1].contains("2 promises, pending for up to"))
  }
}
