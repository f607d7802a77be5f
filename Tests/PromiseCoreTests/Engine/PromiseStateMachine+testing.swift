import TestSupport
import Testing

@testable import PromiseCore

extension PromiseStateMachine {
  mutating func depart(_ observer: Observer? = nil) -> Departure {
    var departure = Departure()
    depart(observer, &departure)
    return departure
  }

  /// Settles the promise and returns the names of the observers to deliver to.
  @discardableResult
  mutating func settle() -> [String] {
    var batch = ObserverBatch()
    var released = ReleasedTargets()
    let wasPending = settle(&batch, &released)
    #expect(wasPending)
    return batch.all.map(\.name)
  }

  mutating func settleReleasing(cancelsUpstream: Bool = false) -> Released {
    var batch = ObserverBatch()
    var released = ReleasedTargets()
    let wasPending = settle(cancelsUpstream: cancelsUpstream, &batch, &released)
    #expect(wasPending)
    return Released(released.targets.all.map(\.name), released.action)
  }

  mutating func add(
    _ target: CancellationTarget, replacing: Bool = false
  ) -> (addition: CancellationTargets.Addition, replaced: [String]) {
    var replaced = ReleasedTargets()
    let addition = add(target, replacing: replacing, replaced: &replaced)
    return (addition, replaced.targets.all.map(\.name))
  }
}

extension PromiseState {
  mutating func attach(_ observer: Observer) {
    var waiting: Observer? = observer
    attach(&waiting)
    #expect(waiting == nil)
  }

  /// Settles the promise and returns the names of the observers to deliver to.
  @discardableResult
  mutating func settle() -> [String] {
    var batch = ObserverBatch()
    var released = ReleasedTargets()
    let wasPending = settle(&batch, &released)
    #expect(wasPending)
    return batch.all.map(\.name)
  }
}

/// The targets that a promise released, and the action that follows for them.
struct Released: Equatable {
  let names: [String]
  let action: ReleasedTargets.Action

  init(_ names: [String], _ action: ReleasedTargets.Action) {
    self.names = names
    self.action = action
  }
}
