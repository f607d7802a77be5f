import TestSupport
import Testing

@testable import PromiseCore

/// Which cancellation targets a promise notifies, and when.
@Suite(.sharingProcessors) struct PromiseStateMachineCancellationTests {
  typealias Model = PromiseStateMachineModel

  @Test func `each target is notified once if the promise is canceled first`() {
    let count = Interleavings.explore(
      Model(),
      threads: [
        [Model.add("u0"), Model.add("u1")], [Model.settle("cancel", cancelsUpstream: true)], [Model.settle("value")],
        [Model.attach("a")],
      ]
    ) { model, trail in
      #expect(model.notified.sorted() == (model.settlers == ["cancel"] ? model.added : []), "\(trail)")
      #expect(model.releasedInputs.sorted() == (model.settlers == ["cancel"] ? [] : model.added), "\(trail)")
      #expect(model.delivered == ["a"], "\(trail)")
    }
    #expect(count == 166)
  }

  @Test func `a guarantee notifies its targets once, keeps them, and delivers when it settles`() {
    let count = Interleavings.explore(
      Model(),
      threads: [
        [Model.add("u0")], [Model.requestCancellation], [Model.requestCancellation], [Model.settle("value")],
        [Model.attach("a")],
      ]
    ) { model, trail in
      let requested = trail.firstIndex(of: "request cancellation")!
      let settled = trail.firstIndex(of: "settle value")!
      #expect(model.notified == (requested < settled ? ["u0"] : []), "\(trail)")
      #expect(model.releasedInputs == (requested < settled ? [] : ["u0"]), "\(trail)")
      #expect(model.delivered == ["a"], "\(trail)")
      #expect(model.settlers == ["value"], "\(trail)")
      #expect(model.problemsAtTheEnd.isEmpty, "\(trail)")
    }
    #expect(count == 270)
  }

  /// A promise with two consumers, one of which attaches while the other one is canceled.
  private final class Joined {
    var machine = PromiseStateMachine()
    /// Whether the second consumer found the promise canceled after it had attached.
    var foundCanceled: Bool?
    var isCanceled = false
  }

  @Test func `a consumer that finds the promise not canceled is not canceled with the last other one`() {
    typealias Step = Interleavings<Joined>.Step
    func makeModel() -> Joined {
      let model = Joined()
      model.machine.attach(NamedConsumer("first").observer)
      return model
    }
    let departs = Step("the first departs") { model in
      guard model.machine.depart().wasLast else { return [] }
      return [
        Step("the promise is canceled unless it is wanted") { model in
          if model.machine.hasConsumer { return [] }
          _ = model.machine.settleReleasing(cancelsUpstream: true)
          model.isCanceled = true
          return []
        }
      ]
    }
    let joins = Step("the second attaches") { model in
      guard model.machine.isPending else {
        model.foundCanceled = true
        return []
      }
      model.machine.attach(NamedConsumer("second").observer)
      return [
        Step("the second looks") { model in
          model.foundCanceled = model.machine.isCancelRequested
          return []
        }
      ]
    }
    let count = Interleavings.explore(makeModel(), threads: [[departs], [joins]]) { model, trail in
      #expect(model.isCanceled == model.foundCanceled, "\(trail)")
    }
    #expect(count >= 4)
  }

  @Test(arguments: [1, 2, 3])
  func `a guarantee keeps its targets from the cancellation request until it settles`(_ count: Int) {
    var machine = PromiseStateMachine()
    let names = (0..<count).map { "u\($0)" }
    for name in names { #expect(machine.add(.promise(named: name)).addition == .added) }
    #expect(machine.requestCancellation().map(\.name) == names)
    #expect(machine.requestCancellation().isEmpty)
    #expect(machine.isCancelRequested == true)
    #expect(machine.add(.promise(named: "u4")).addition == .notifyNow)
    #expect(machine.allTargets.map(\.name) == names + ["u4"])
    #expect(machine.settleReleasing() == Released(names + ["u4"], .drop))
    #expect(machine.isCancelRequested == true)
    #expect(machine.add(.promise(named: "u5")).addition == .notifyNow)
    #expect(machine.allTargets.isEmpty)
  }

  @Test func `a cancellation request is remembered if there are no targets yet`() {
    var machine = PromiseStateMachine()
    #expect(machine.requestCancellation().isEmpty)
    #expect(machine.add(.promise(named: "u0")).addition == .notifyNow)
    #expect(machine.requestCancellation().isEmpty)
    #expect(machine.settleReleasing() == Released(["u0"], .drop))
  }

  @Test func `the action for released targets depends on the outcome and on their kind`() {
    for cancelsUpstream in [false, true] {
      var empty = PromiseStateMachine()
      #expect(empty.settleReleasing(cancelsUpstream: cancelsUpstream) == Released([], .nothing))
      var derived = PromiseStateMachine(target: .promise(named: "u0"))
      #expect(
        derived.settleReleasing(cancelsUpstream: cancelsUpstream)
          == Released(["u0"], cancelsUpstream ? .cancel : .nothing)
      )
      var combinator = PromiseStateMachine(target: .inputs(named: "u0"))
      #expect(
        combinator.settleReleasing(cancelsUpstream: cancelsUpstream)
          == Released(["u0"], cancelsUpstream ? .cancel : .depart))
      var several = PromiseStateMachine(target: .promise(named: "u0"))
      #expect(several.add(.inputs(named: "u1")).addition == .added)
      #expect(
        several.settleReleasing(cancelsUpstream: cancelsUpstream)
          == Released(["u0", "u1"], cancelsUpstream ? .cancel : .depart))
    }
  }

  @Test func `a promise that is canceled after a cancellation request notifies its targets only once`() {
    var machine = PromiseStateMachine(target: .inputs(named: "u0"))
    #expect(machine.requestCancellation().map(\.name) == ["u0"])
    #expect(machine.settleReleasing(cancelsUpstream: true) == Released(["u0"], .drop))
    #expect(machine.isCancelRequested == true)
  }

  @Test func `a target that replaces others is notified instead of them`() {
    var machine = PromiseStateMachine(target: .promise(named: "u0"))
    #expect(machine.add(.promise(named: "u1")).addition == .added)
    let first = machine.add(.promise(named: "u2"), replacing: true)
    #expect(first.addition == .added)
    #expect(first.replaced == ["u0", "u1"])
    #expect(machine.requestCancellation().map(\.name) == ["u2"])
    let second = machine.add(.promise(named: "u3"), replacing: true)
    #expect(second.addition == .notifyNow)
    #expect(second.replaced == ["u2"])
    #expect(machine.settleReleasing() == Released(["u3"], .drop))
  }

  @Test func `a target added after the outcome is notified only if the promise was canceled`() {
    for cancelsUpstream in [false, true] {
      var machine = PromiseStateMachine()
      machine.attach(NamedConsumer("a").observer)
      _ = machine.settleReleasing(cancelsUpstream: cancelsUpstream)
      #expect(machine.add(.promise(named: "u0")).addition == (cancelsUpstream ? .notifyNow : .tooLate))
      #expect(machine.requestCancellation().isEmpty)
      #expect(machine.isCancelRequested == cancelsUpstream)
    }
  }
}
