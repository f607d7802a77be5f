import Foundation
import TestSupport
import Testing

/// Every interleaving of up to three threads, or of four if the environment variable `EVERY_ORDER` is set.
///
/// Each thread triggers one event of a promise and then takes the steps that follow from it.
@Suite(.sharingProcessors) struct PromiseStateMachineInterleavingTests {
  typealias Model = PromiseStateMachineModel

  /// The events that a thread can trigger. The names that it uses are derived from its number.
  private static var kinds: [(_ number: Int) -> [Model.Step]] {
    [
      { [Model.attach("\($0)")] },
      { [Model.attach("\($0)")] + Model.depart("\($0)") },
      { [Model.attach("\($0)"), Model.departKeepingObserver("\($0)")] },
      { [Model.settle("\($0)")] },
      { [Model.settle("\($0)", cancelsUpstream: true)] },
      { [Model.add("u\($0)")] },
      { [Model.add("u\($0)", replacing: true)] },
      { _ in [Model.requestCancellation] },
      { _ in [Model.deallocate] },
    ]
  }

  /// `EVERY_ORDER=1 swift test -c release --filter PromiseStateMachineInterleavingTests` explores four threads as well.
  private static let isShortened = ProcessInfo.processInfo.environment["EVERY_ORDER"] == nil

  @Test(arguments: [(1, 9), (2, 139), (3, 10_432)] + (isShortened ? [] : [(4, 4_532_086)]))
  func `events have the effects that the model predicts in every interleaving`(_ threads: Int, _ orders: Int) {
    let kinds = Self.kinds
    var count = 0
    for chosen in choices(of: threads, from: kinds.count) {
      let threads = chosen.enumerated().map { number, kind in kinds[kind](number) }
      count += Interleavings.explore(Model(), threads: threads, kinds: chosen) { model, trail in
        let problems = model.problemsAtTheEnd
        if !problems.isEmpty { Issue.record("\(problems): \(trail)") }
      }
    }
    #expect(count == orders)
  }
}
