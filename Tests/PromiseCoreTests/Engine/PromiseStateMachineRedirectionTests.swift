import TestSupport
import Testing

@testable import PromiseCore

/// A promise adopts another one on one thread, is redirected to a third one by a second thread, and is canceled by a third
/// thread, in every order.
@Suite(.sharingProcessors) struct PromiseStateMachineRedirectionTests {
  /// A promise that was derived from `u0`, observes `u1`, and is about to add it as its target.
  final class Model {
    var machine = PromiseStateMachine(target: .promise(named: "u0"))
    private(set) var notified: [String] = []

    typealias Step = Interleavings<Model>.Step

    /// Adds the adopted promise, which replaces the source.
    static var addAdopted: Step {
      Step("add") { model in
        if model.machine.add(.promise(named: "u1"), replacing: true).addition == .notifyNow {
          model.notified.append("u1")
        }
        return []
      }
    }

    /// Redirects the promise from `u1` to `u2`, which it observes already.
    static var redirect: Step {
      Step("redirect") { model in
        var replaced = ReleasedTargets()
        let (middle, source) = (CancellationTarget.promises["u1"]!, CancellationTarget.promises["u2"]!)
        let isRedirected = model.machine.redirect(&replaced) {
          $0.redirected(from: middle.any, to: source.any, without: [])
        }
        if !isRedirected { model.notified.append("u2") }
        return []
      }
    }

    static var cancel: Step {
      Step("cancel") { model in
        model.settle(cancelsUpstream: true)
        return []
      }
    }

    static var fulfill: Step {
      Step("fulfill") { model in
        model.settle(cancelsUpstream: false)
        return []
      }
    }

    static var requestCancellation: Step {
      Step("request cancellation") { model in
        model.notified += model.machine.requestCancellation().map(\.name)
        return []
      }
    }

    private func settle(cancelsUpstream: Bool) {
      guard machine.isPending else { return }
      let released = machine.settleReleasing(cancelsUpstream: cancelsUpstream)
      if released.action == .cancel { notified += released.names }
    }

    /// The adopted promises that have been notified. The source has settled, so that a notification has no effect.
    var notifiedAdopted: [String] { notified.filter { $0 != "u0" }.sorted() }
  }

  @Test func `a canceled promise departs from both promises that it observes, once`() {
    let count = Interleavings.explore(Model(), threads: [[Model.addAdopted], [Model.redirect], [Model.cancel]]) {
      #expect($0.notifiedAdopted == ["u1", "u2"], "\($1)")
      #expect($0.machine.allTargets.isEmpty, "\($1)")
    }
    #expect(count == 6)
  }

  @Test func `a guarantee that is canceled and then fulfilled departs from both promises, once`() {
    let count = Interleavings.explore(
      Model(), threads: [[Model.addAdopted], [Model.redirect], [Model.requestCancellation, Model.fulfill]]
    ) {
      #expect($0.notifiedAdopted == ["u1", "u2"], "\($1)")
    }
    #expect(count == 12)
  }

  @Test func `a pending promise keeps only the promises that it observes as targets`() {
    let count = Interleavings.explore(Model(), threads: [[Model.addAdopted], [Model.redirect]]) {
      #expect($0.machine.allTargets.map(\.name) == ["u2", "u1"], "\($1)")
    }
    #expect(count == 2)
  }

  @Test func `a redirected promise that is fulfilled notifies none of its targets`() {
    let count = Interleavings.explore(Model(), threads: [[Model.addAdopted], [Model.redirect, Model.fulfill]]) {
      #expect($0.notifiedAdopted.isEmpty && $0.machine.allTargets.isEmpty, "\($1)")
    }
    #expect(count == 3)
  }
}
