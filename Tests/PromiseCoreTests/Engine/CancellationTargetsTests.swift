import TestSupport
import Testing

@testable import PromiseCore

/// The transitions of cancellation targets. The tests of `PromiseStateMachine` explore their order.
@Suite(.sharingProcessors) struct CancellationTargetsTests {
  private let names = ["u0", "u1", "u2"]

  /// Returns the targets of a pending promise with the given number of targets.
  private func targets(_ count: Int) -> CancellationTargets {
    var targets = CancellationTargets(nil)
    for name in names.prefix(count) { _ = add(name, to: &targets) }
    return targets
  }

  private func add(
    _ name: String, to targets: inout CancellationTargets, isPending: Bool = true, replacing: Bool = false
  ) -> CancellationTargets.Addition {
    var replaced = ReleasedTargets()
    return targets.add(.inputs(named: name), isPending: isPending, replacing: replacing, replaced: &replaced)
  }

  private func giveUp(_ targets: inout CancellationTargets, cancelsUpstream: Bool) -> Released {
    var released = ReleasedTargets()
    targets.giveUp(cancelsUpstream: cancelsUpstream, into: &released)
    return Released(released.targets.all.map(\.name), released.action)
  }

  @Test(arguments: 0...3) func `targets are kept in the order in which they were added`(_ count: Int) {
    let targets = targets(count)
    let (all, isCanceled) = (targets.all.map(\.name), targets.isCancelRequested)
    #expect(all == Array(names.prefix(count)) && !isCanceled)
  }

  @Test func `the source of a derived promise comes before the targets that are added`() {
    var targets = CancellationTargets(.promise(named: "u5"))
    let addition = add("u0", to: &targets)
    let all = targets.all.map(\.name)
    #expect(addition == .added && all == ["u5", "u0"])
  }

  @Test(arguments: 0...3) func `a request for cancellation returns each target once, and keeps them`(_ count: Int) {
    var targets = targets(count)
    let first = targets.requestCancellation().map(\.name)
    let second = targets.requestCancellation().map(\.name)
    let (all, isCanceled) = (targets.all.map(\.name), targets.isCancelRequested)
    #expect(first == Array(names.prefix(count)) && second.isEmpty)
    #expect(all == first && isCanceled)
  }

  @Test(arguments: 0...3) func `a target that is added after the request is notified now`(_ count: Int) {
    var targets = targets(count)
    _ = targets.requestCancellation()
    let addition = add("u4", to: &targets)
    let (notified, all) = (targets.requestCancellation(), targets.all.map(\.name))
    #expect(addition == .notifyNow && notified.isEmpty && all == names.prefix(count) + ["u4"])
  }

  @Test func `a settled promise takes no target`() {
    var settled = targets(0)
    var canceled = targets(0)
    _ = canceled.requestCancellation()
    let additions = [add("u0", to: &settled, isPending: false), add("u0", to: &canceled, isPending: false)]
    let all = settled.all.count + canceled.all.count
    #expect(additions == [.tooLate, .notifyNow] && all == 0)
  }

  // MARK: - Giving up

  @Test(
    arguments: [(0, .nothing, .nothing), (1, .depart, .cancel), (3, .depart, .cancel)]
      as [(Int, ReleasedTargets.Action, ReleasedTargets.Action)])
  func `targets depart if the promise settles, and are canceled with it`(
    _ count: Int, _ settled: ReleasedTargets.Action, _ canceled: ReleasedTargets.Action
  ) {
    let expected = Array(names.prefix(count))
    var first = targets(count)
    var second = targets(count)
    #expect(giveUp(&first, cancelsUpstream: false) == Released(expected, settled))
    #expect(giveUp(&second, cancelsUpstream: true) == Released(expected, canceled))
    let (isFirstCanceled, isSecondCanceled) = (first.isCancelRequested, second.isCancelRequested)
    #expect(!isFirstCanceled && isSecondCanceled)
  }

  @Test func `the source of a derived promise needs no notification if it has settled`() {
    var first = CancellationTargets(.promise(named: "u0"))
    var second = CancellationTargets(.promise(named: "u0"))
    #expect(giveUp(&first, cancelsUpstream: false) == Released(["u0"], .nothing))
    #expect(giveUp(&second, cancelsUpstream: true) == Released(["u0"], .cancel))
  }

  @Test(arguments: [false, true]) func `notified targets are only released`(_ cancelsUpstream: Bool) {
    var targets = targets(2)
    _ = targets.requestCancellation()
    #expect(giveUp(&targets, cancelsUpstream: cancelsUpstream) == Released(["u0", "u1"], .drop))
    let (all, isCanceled) = (targets.all, targets.isCancelRequested)
    #expect(all.isEmpty && isCanceled)
  }

  // MARK: - Replacement

  @Test(arguments: [false, true]) func `a target may replace the others`(_ isCanceled: Bool) {
    var targets = targets(2)
    if isCanceled { _ = targets.requestCancellation() }
    let addition = add("u4", to: &targets, replacing: true)
    let (all, isStillCanceled) = (targets.all.map(\.name), targets.isCancelRequested)
    #expect(addition == (isCanceled ? .notifyNow : .added) && all == ["u4"] && isStillCanceled == isCanceled)
  }

  @Test func `a bypassed promise supersedes the target that would replace it, even after cancellation`() throws {
    let bypassed = try #require(CancellationTarget.promises["u0"])
    let source = try #require(CancellationTarget.promises["u1"])
    var targets = targets(1)
    var replaced = ReleasedTargets()
    targets.replace(by: [.adoptedPromise(source.any), .bypassedPromise(WeakPromise(bypassed.any))], &replaced)
    let replacedNames = replaced.targets.all.map(\.name)
    let addition = add("u4", to: &targets, replacing: true)
    let all = targets.all.map(\.name)
    #expect(replacedNames == ["u0"] && addition == .superseded && all == ["u1", "u0"])
    #expect(giveUp(&targets, cancelsUpstream: true) == Released(["u1", "u0"], .cancel))
    let late = add("u4", to: &targets, isPending: false, replacing: true)
    let (left, isCanceled) = (targets.all, targets.isCancelRequested)
    #expect(late == .superseded && left.isEmpty && isCanceled)
  }
}
