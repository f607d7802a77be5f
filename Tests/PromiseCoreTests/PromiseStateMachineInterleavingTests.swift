import Foundation
import TestSupport
import Testing

/// Every set of up to three threads, each of which causes one of the events of a promise and does what follows from it, in
/// every order of their steps; and of four threads, if the environment asks for it.
struct PromiseStateMachineInterleavingTests {
  typealias Model = PromiseStateMachineModel

  /// What a thread can do. The names that it uses are made of its number.
  private static var kinds: [(_ number: Int) -> [Model.Step]] {
    [
      { [Model.attach("\($0)")] },
      { [Model.attach("\($0)")] + Model.depart("\($0)") },
      { [Model.attach("\($0)"), Model.departInNeed("\($0)")] },
      { [Model.settle("\($0)")] },
      { [Model.settle("\($0)", cancelsUpstream: true)] },
      { [Model.add("u\($0)")] },
      { [Model.add("u\($0)", replacing: true)] },
      { _ in [Model.requestCancellation] },
      { _ in [Model.takeObservers] },
    ]
  }

  /// `EVERY_ORDER=1 swift test -c release --filter PromiseStateMachineInterleavingTests` tries four threads as well.
  private static let isShortened = ProcessInfo.processInfo.environment["EVERY_ORDER"] == nil

  @Test(arguments: [(1, 9), (2, 139), (3, 10_456)] + (isShortened ? [] : [(4, 4_532_086)]))
  func `what is done is what should be done`(_ threads: Int, _ orders: Int) {
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
