import PromiseCore
import TestSupport
import Testing

/// A sum that counts the inputs of a producer.
@Suite(.sharingProcessors) struct ProgressSumTests {
  private func sum(settled: Int = 0, pending: [Int] = [], isOpen: Bool = true) -> ProgressStateMachine<Int> {
    var state = ProgressStateMachine<Int>()
    _ = state.beginSum()
    _ = state.beginCount(ProgressCount(settledCount: settled, pending: pending, isOpen: isOpen))
    return state
  }

  /// The orders in which the events of an input may arrive.
  @Test(
    arguments: [
      [.began(0), .settled(0)], [.settled(0)], [.settled(0), .began(0), .revoked(0)],
      [.began(0), .settled(0), .revoked(0)], [.began(0), .revoked(0), .settled(0)],
    ] as [[ProgressCount.Event]])
  func `an input counts once, in whichever order its events arrive`(_ events: [ProgressCount.Event]) {
    var state = sum(settled: 2, pending: [7])
    for event in events { _ = state.count(event) }
    let isOpenSnapshot = state.snapshot
    #expect(isOpenSnapshot == ProgressSnapshot(completed: 3, total: 0, description: ""))
    _ = state.count(.ended)
    let snapshot = state.snapshot
    #expect(snapshot == ProgressSnapshot(completed: 3, total: 4, fraction: 0.75, description: ""))
  }

  @Test func `an input counts with its weight and its fraction until it settles`() {
    var state = sum(pending: [3, 4], isOpen: false)
    var input = ProgressStateMachine<Int>()
    input.setWeight(3)
    let subscription = state.addInput(nil, of: nil, generation: 1, at: 3, isDerived: false)!
    _ = state.update(subscription, with: input.addParent(subscription))
    _ = input.report(ProgressSnapshot(completed: 1, total: 2, description: "half"))
    _ = state.update(subscription, with: input.outgoing.change)
    let half = state.snapshot
    #expect(half == ProgressSnapshot(completed: 0, total: 4, fraction: 1.5 / 4, description: "half"))
    _ = state.count(.settled(3))
    let settled = state.snapshot
    #expect(settled.completedUnitCount == 3 && settled.fractionCompleted == 0.75)
    let late = state.update(subscription, with: input.outgoing.change)
    let joining = state.addInput(nil, of: nil, generation: 1, at: 3, isDerived: false)
    #expect(!late && joining == nil)
  }

  @Test func `an ended progress counts nothing`() {
    var state = sum(settled: 1, pending: [1], isOpen: false)
    _ = state.finish(isFulfilled: false)
    let changes = [
      state.count(.settled(1)), state.beginCount(ProgressCount(settledCount: 9, pending: [], isOpen: false)),
    ]
    let snapshot = state.snapshot
    #expect(changes == [false, false] && snapshot.completedUnitCount == 1 && snapshot.totalUnitCount == 2)
  }
}
