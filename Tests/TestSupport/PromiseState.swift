package import PromiseCore

/// The state of a promise as `AnyPromise` stores it: the state machine that its lock guards, and the flags of a delivery.
package struct PromiseState: ~Copyable {
  package var machine = PromiseStateMachine()
  private var flags: PromiseFlags = []

  package init() {}

  /// Whether the outcome has been delivered.
  package var isDelivered: Bool { flags.contains(.delivered) }

  /// Attaches an observer and takes it from the caller, unless the outcome has already been delivered.
  package mutating func attach(_ observer: inout Observer?) {
    guard machine.isPending || Self.change(&flags, { $0.joiningDelivery() }) else { return }
    machine.attach(observer.take()!)
  }

  package mutating func settle(
    cancelsUpstream: Bool = false, _ batch: inout ObserverBatch, _ released: inout ReleasedTargets
  ) -> Bool {
    guard machine.settle(cancelsUpstream: cancelsUpstream, &batch, &released) else { return false }
    if batch.first == nil { flags.insert(.delivered) }
    return true
  }

  /// Ends the delivery, without the lock. Returns `false` if observers have joined the delivery.
  package mutating func endDelivery() -> Bool { Self.change(&flags) { $0.endingDelivery() } }

  /// Removes and returns the observers that have joined the delivery.
  package mutating func takeJoined() -> [Observer] {
    flags.remove(.joined)
    return machine.takeJoined()?.remaining ?? []
  }

  private static func change(_ flags: inout PromiseFlags, _ transition: (PromiseFlags) -> PromiseFlags?) -> Bool {
    guard let new = transition(flags) else { return false }
    flags = new
    return true
  }
}

extension ObserverBatch {
  /// All observers of the batch, in their order.
  package var all: [Observer] { (first.map { [$0] } ?? []) + (others?.remaining ?? []) }
}

extension ObserverList.Many {
  /// The observers that have not received the outcome yet. Reading this property removes them.
  package var remaining: [Observer] {
    var remaining: [Observer] = []
    while let observer = popFirst() { remaining.append(observer) }
    return remaining
  }
}
