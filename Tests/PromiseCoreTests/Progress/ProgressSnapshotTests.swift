import TestSupport
import Testing

@testable import PromiseCore

@Suite(.sharingProcessors) struct ProgressSnapshotTests {
  @Test(
    arguments: [(1, 4, 0.25), (4, 4, 1), (0, 4, 0), (5, 4, 1), (-1, 4, 0), (3, 0, 0), (3, -4, 0)]
      as [(Int64, Int64, Double)])
  func `the fraction of a report is derived from its counts`(_ completed: Int64, _ total: Int64, _ fraction: Double) {
    let snapshot = ProgressSnapshot(completed: completed, total: total, description: "reading")
    #expect(snapshot.fractionCompleted == fraction)
    #expect((snapshot.completedUnitCount, snapshot.totalUnitCount) == (completed, total))
    #expect(snapshot.description == "reading")
  }

  @Test func `finished work has completed all of its units, and at least one`() {
    let report = ProgressSnapshot(completed: 1, total: 4, description: "reading")
    #expect(report.finished == ProgressSnapshot(completed: 4, total: 4, description: "reading"))
    #expect(ProgressSnapshot.nothing.finished == ProgressSnapshot(completed: 1, total: 1, description: ""))
  }
}
