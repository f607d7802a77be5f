import Testing

@testable import PromiseCore

/// Which promises are reported because they stay pending.
struct PendingReportsTests {
  @Test func `a promise is reported only after the time has passed`() {
    let reports = PendingReports(longerThan: 1000)
    let (promise, resolver) = Promise<Int>.pending()
    let registry = PromiseRegistry()
    registry.add(promise, withCallers: false)
    #expect(reports.events(in: PendingSnapshot(of: registry)).isEmpty)
    let early = PendingReports(longerThan: -1)
    #expect(early.events(in: PendingSnapshot(of: registry)).count == 1)
    #expect(early.events(in: PendingSnapshot(of: registry)).isEmpty)
    resolver.fulfill(1)
  }

  @Test func `every promise of a component with several circles is reported`() {
    // Two circles: 1 → 2 → 1 and 1 → 3 → 4 → 1. The cause displays the shortest.
    let promises = TestGraph.promises([[2, 3], [1], [4], [1]])
    let reports = PendingReports(longerThan: -1)
    let events = reports.events(in: PendingSnapshot(promises: promises)).map { "\($0)" }
    #expect(events.count == 2)
    #expect(events[0].contains("it waits for itself through 2 promises"))
    #expect(events[1].contains("2 promises, pending for up to"))
  }
}
