package import PromiseCore

/// The state of a promise as `AnyPromise` keeps it: what its lock guards, and the flags that say how a delivery ends.
package struct PromiseState: ~Copyable {
  package var machine = PromiseStateMachine()
  private var flags: UInt16 = 0

  package init() {}

  /// Whether the outcome has been delivered.
  package var isDelivered: Bool { flags & DeliveryFlags.delivered != 0 }

  /// Attaches an observer. It stays with the caller if the promise is at rest.
  package mutating func attach(_ observer: inout _PromiseObserver?) {
    guard machine.isPending || Self.change(&flags, DeliveryFlags.joining) else { return }
    machine.attach(observer.take()!)
  }

  package mutating func settle(
    cancelsUpstream: Bool = false, _ batch: inout ObserverBatch, _ released: inout ReleasedTargets
  ) -> Bool {
    guard machine.settle(cancelsUpstream: cancelsUpstream, &batch, &released) else { return false }
    if batch.first == nil { flags |= DeliveryFlags.delivered }
    return true
  }

  /// Ends the delivery, without the lock. Returns `false` if observers have joined.
  package mutating func endDelivery() -> Bool { Self.change(&flags, DeliveryFlags.ending) }

  /// Takes the observers that have joined the delivery.
  package mutating func takeJoined() -> [_PromiseObserver] {
    flags &= ~DeliveryFlags.joined
    return machine.takeJoined()?.remaining ?? []
  }

  private static func change(_ flags: inout UInt16, _ transition: (UInt16) -> UInt16?) -> Bool {
    guard let new = transition(flags) else { return false }
    flags = new
    return true
  }
}

extension ObserverBatch {
  /// All observers of the batch, in order.
  package var all: [_PromiseObserver] { (first.map { [$0] } ?? []) + (others?.remaining ?? []) }
}

extension ObserverList.Many {
  /// The observers that have yet to be delivered to.
  package var remaining: [_PromiseObserver] {
    var remaining: [_PromiseObserver] = []
    while let observer = popFirst() { remaining.append(observer) }
    return remaining
  }
}
