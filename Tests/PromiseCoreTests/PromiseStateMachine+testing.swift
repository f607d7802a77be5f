import Testing

@testable import PromiseCore

extension PromiseStateMachine {
  mutating func attach(_ observer: _PromiseObserver) {
    var waiting: _PromiseObserver? = observer
    attach(&waiting)
    #expect(waiting == nil)
  }

  mutating func depart(_ observer: _PromiseObserver? = nil) -> Departure {
    var departure = Departure()
    depart(observer, &departure)
    return departure
  }

  /// Settles the promise, and returns the observers to deliver to.
  @discardableResult
  mutating func settle() -> [String] {
    var batch = ObserverBatch.none
    var released = ReleasedTargets()
    let wasPending = settle(&batch, &released)
    #expect(wasPending)
    switch batch {
    case .none: return []
    case .one(let observer): return [observer.name]
    case .many(let observers): return observers.map(\.name)
    }
  }

  mutating func settleReleasing(isCancellation: Bool = false) -> Released {
    var batch = ObserverBatch.none
    var released = ReleasedTargets()
    let wasPending = settle(isCancellation: isCancellation, &batch, &released)
    #expect(wasPending)
    return Released(released.targets.all.map(\.name), released.action)
  }

  mutating func nextNames() -> [String]? { nextBatch()?.map(\.name) }

  mutating func add(
    _ target: CancellationTarget, replacing: Bool = false
  ) -> (addition: CancellationTargets.Addition, replaced: [String]) {
    var replaced = ReleasedTargets()
    let addition = add(target, replacing: replacing, replaced: &replaced)
    return (addition, replaced.targets.all.map(\.name))
  }
}

/// The targets that a promise gave up, and what follows for them.
struct Released: Equatable {
  let names: [String]
  let action: ReleasedTargets.Action

  init(_ names: [String], _ action: ReleasedTargets.Action) {
    self.names = names
    self.action = action
  }
}
