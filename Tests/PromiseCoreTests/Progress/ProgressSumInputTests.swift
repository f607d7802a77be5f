import TestSupport
import Testing

@testable import PromiseCore

/// The weighted sum over inputs that are known from the start.
@Suite(.sharingProcessors) struct ProgressSumInputTests {
  private func change(_ completed: Int64, of total: Int64 = 4, version: Int = 1, weight: Int64 = 1) -> ProgressChange {
    ProgressChange(
      snapshot: ProgressSnapshot(completed: completed, total: total, description: "\(completed)"), version: version,
      weight: weight)
  }

  /// Returns a sum with the given number of inputs, which have reported nothing yet.
  private func sum(_ count: Int, weights: [Int64] = [1, 1, 1]) -> ProgressSum {
    var sum = ProgressSum()
    for index in 0..<count {
      let added = sum.addInput(at: nil)
      #expect(added == index)
      _ = sum.update(at: index, with: change(0, version: 0, weight: weights[index]))
    }
    return sum
  }

  @Test func `the snapshot of a single input is passed through unchanged`() {
    var sum = sum(1)
    let found = sum.update(at: 0, with: change(3))
    #expect(found == ProgressSnapshot(completed: 3, total: 4, description: "3"))
  }

  @Test func `inputs count by their weight`() {
    var sum = sum(2, weights: [1, 3])
    let found = sum.update(at: 1, with: change(2, weight: 3))
    #expect(found == ProgressSnapshot(completed: 0, total: 4, fraction: 0.375, description: "2"))
    let completed = sum.update(at: 1, with: change(4, version: 2, weight: 3))
    #expect(completed == ProgressSnapshot(completed: 3, total: 4, fraction: 0.75, description: "4"))
  }

  @Test func `a change that is not newer than the last one is dropped`() {
    var sum = sum(2)
    _ = sum.update(at: 0, with: change(3, version: 2))
    let stale = [sum.update(at: 0, with: change(1, version: 1)), sum.update(at: 0, with: change(1, version: 2))]
    #expect(stale == [nil, nil] && sum.snapshot.fractionCompleted == 0.375)
  }

  @Test func `an input that starts over no longer counts as completed`() {
    var sum = sum(2)
    let completed = sum.update(at: 0, with: change(4))?.completedUnitCount
    let again = sum.update(at: 0, with: change(2, version: 2))?.completedUnitCount
    #expect(completed == 1 && again == 0)
  }

  @Test func `the change of an unknown input is dropped`() {
    var sum = sum(1)
    let found = sum.update(at: 1, with: change(1))
    #expect(found == nil && sum.snapshot.totalUnitCount == 1)
  }
}
