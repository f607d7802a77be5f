/// The observers of a promise, in the order in which they were attached, and the state of the promise, in one word.
///
/// | State | `append` | `depart` | `settle` | `takeJoined` |
/// | --- | --- | --- | --- | --- |
/// | `pending` | `pendingOne` | no change | `settled` | no change |
/// | `pendingOne` | `pendingMany` | `pending` or `pendingMany` | `settled` | no change |
/// | `pendingMany` | no change | no change, or `pending` | `settled` | no change |
/// | `settled` | `joined` | no change | no change | no change |
/// | `joined` | no change | no change | no change | `settled` |
///
/// - A departure leads from `pendingOne` to `pendingMany` if the observer still wants the outcome, and to `pending`
///   otherwise. (The observer of a canceled guarantee is replaced by one that does not retain the guarantee.) It leads
///   from `pendingMany` to `pending` when neither an observer nor a consumer is left.
/// - `noteSuperfluous` is a departure that does not change the number of consumers.
/// - `takeObservers` leads from any pending state to `pending`.
/// - `settled` becomes `joined` only while the flag `PromiseFlags.joined` is set, and `takeJoined` clears that flag
///   under the same lock. So the delivering thread finds every observer that has joined.
///
/// The list retains its observers. A delivered observer in `Many` is released with the object, after the delivery to
/// the last one. A list with at most one observer allocates nothing.
package enum ObserverList: ~Copyable, Sendable {
  /// The promise is pending, and there is neither an observer nor a consumer.
  case pending
  /// The promise is pending and has one observer, and the consumer of that observer has not departed.
  case pendingOne(Observer)
  /// The promise is pending and has several observers, or consumers have departed.
  case pendingMany(Many)
  /// Nothing can change the promise any longer, and no observer waits in the list.
  case settled
  /// The promise is settled, and these observers have joined the delivery of its outcome.
  case joined(Many)

  /// The observers of a pending promise, if there is more than one or if a consumer has departed, or the observers that
  /// have joined a delivery. The consumers of the latter are not counted.
  package final class Many: @unchecked Sendable {
    // Guarded by the lock of the state machine: the list is not copyable, so the object belongs to a single list, and
    // later to the thread that delivers to its observers.
    fileprivate var observers: [Observer]
    /// The index of the next observer to deliver to.
    fileprivate var next = 0
    /// The number of consumers that still want the outcome: those that have attached minus those that have departed.
    fileprivate var consumers: Int
    /// The number of consumers that have departed since the list was last compacted.
    fileprivate var departed: Int

    fileprivate init(_ observers: [Observer], consumers: Int, departed: Int = 0) {
      self.observers = observers
      self.consumers = consumers
      self.departed = departed
    }

    /// Returns the next observer to deliver to, or `nil` if there is none. The delivering thread calls this method.
    package func popFirst() -> Observer? {
      guard next < observers.count else { return nil }
      defer { next += 1 }
      return observers[next]
    }
  }

  /// Whether the promise can still settle.
  var isPending: Bool {
    switch self {
    case .settled: false
    case .joined: false
    default: true
    }
  }

  /// Whether the promise can still settle and has a consumer that has not departed.
  var hasConsumer: Bool {
    switch self {
    case .pendingOne: true
    case .pendingMany(let many): many.consumers > 0
    default: false
    }
  }

  /// The number of observers, including stale ones that have not been removed yet.
  var count: Int {
    switch self {
    case .pendingOne: 1
    case .pendingMany(let many): many.observers.count
    case .joined(let many): many.observers.count
    default: 0
    }
  }

  /// The observers, including stale ones that have not been removed yet.
  var all: [Observer] {
    switch self {
    case .pendingOne(let only): [only]
    case .pendingMany(let many): many.observers
    default: []
    }
  }

  /// Adds an observer at the end.
  ///
  /// - Complexity: Amortized O(1).
  @inline(__always)
  mutating func append(_ observer: consuming Observer) {
    switch consume self {
    case .pending: self = .pendingOne(observer)  // the most common case
    case let others:
      self = others
      appendToOthers(observer)
    }
  }

  /// Implements `append` for the less common states, out of line so that the common one is small enough to inline.
  @inline(never)
  private mutating func appendToOthers(_ observer: consuming Observer) {
    switch consume self {
    case .pending: self = .pendingOne(observer)
    case .pendingOne(let first): self = .pendingMany(Many([first, observer], consumers: 2))
    case .pendingMany(let many):
      many.observers.append(observer)
      many.consumers += 1
      self = .pendingMany(many)
    case .settled: self = .joined(Many([observer], consumers: 1))
    case .joined(let many):
      many.observers.append(observer)
      self = .joined(many)
    }
  }

  /// Settles the promise and moves its observers into `batch`. Returns whether the promise was pending.
  @inline(__always)
  mutating func settle(_ batch: inout ObserverBatch) -> Bool {
    switch consume self {
    case .pendingOne(let observer):
      self = .settled
      batch.first = observer
      return true
    case .pending:
      self = .settled
      return true
    case .pendingMany(let many):
      self = .settled
      batch.first = many.popFirst()
      batch.others = many
      return true
    case let other:
      self = other
      return false
    }
  }

  /// Removes and returns the observers that have joined the delivery.
  mutating func takeJoined() -> Many? {
    switch consume self {
    case .joined(let many):
      self = .settled
      return many
    case let other:
      // unreachable: The delivering thread looks for observers only if some have joined.
      self = other
      return nil
    }
  }

  /// The number of observers up to which a departure looks at all of them. Longer lists are compacted only when more
  /// than half of the observers may be superfluous, so that a departure takes amortized O(1).
  private static var shortCount: Int { 16 }

  /// Removes a consumer of a pending promise, and the observers that have become superfluous once they may be the
  /// majority.
  ///
  /// The observers are asked for their properties, `weakened()` and `discardHandler()` here, under the lock of the
  /// promise.
  ///
  /// - Complexity: Amortized O(1).
  mutating func depart(_ observer: Observer?, _ departure: inout Departure) {
    switch consume self {
    case .pendingOne(let only):
      departure.wasLast = true
      if let observer { departure.remains = observer.discardHandler() }
      let many = Many([only], consumers: 0, departed: 1)
      Self.compact(many, &departure)
      self = many.observers.isEmpty ? .pending : .pendingMany(many)
    case .pendingMany(let many):
      // trap: consumer-departed-twice
      assert(many.consumers > 0, "A consumer departed twice. This is a bug in swift-promises; please report it.")
      many.consumers -= 1
      departure.wasLast = many.consumers == 0
      if let observer { departure.remains = observer.discardHandler() }
      Self.noteSuperfluous(in: many, &departure)
      if many.observers.isEmpty, many.consumers == 0 { self = .pending } else { self = .pendingMany(many) }
    case let other:
      self = other
    }
  }

  /// Records that an observer whose consumer has departed before has become superfluous.
  mutating func noteSuperfluous(_ departure: inout Departure) {
    switch consume self {
    case .pendingMany(let many):
      Self.noteSuperfluous(in: many, &departure)
      if many.observers.isEmpty, many.consumers == 0 { self = .pending } else { self = .pendingMany(many) }
    case let other:
      self = other
    }
  }

  private static func noteSuperfluous(in many: Many, _ departure: inout Departure) {
    many.departed += 1
    if many.observers.count <= shortCount || many.departed * 2 > many.observers.count { compact(many, &departure) }
  }

  /// Removes the observers that have become stale, and weakens those that no longer have to retain their promise.
  private static func compact(_ many: Many, _ departure: inout Departure) {
    var kept: [Observer] = []
    for observer in many.observers {
      if let reference = observer.weakReference {
        let promise = reference.promise
        // The temporary reference may become the last one, and must not be released under the lock.
        if let promise { departure.held.append(promise) }
        if promise == nil || promise!.isSettled { departure.removed.append(observer) } else { kept.append(observer) }
      } else if observer.isStale {
        departure.removed.append(observer)
      } else if let weak = observer.weakened() {
        departure.removed.append(observer)
        kept.append(weak)
      } else {
        kept.append(observer)
      }
    }
    many.observers = kept
    many.departed = 0
  }

  /// The promises that adopt the outcome, or `nil` if there are none or if the list contains other observers. Promises
  /// that the list does not retain are left out: they retain the promise.
  var adopters: [Adopter]? {
    switch self {
    case .pendingOne(let only): return only.adopter.map { [$0] }
    case .pendingMany(let many):
      let retained = many.observers.filter { !($0.object is WeakObserver) }
      let adopters = retained.compactMap(\.adopter)
      return adopters.isEmpty || adopters.count < retained.count ? nil : adopters
    default: return nil
    }
  }

  /// Removes and returns all observers of a pending promise. Its consumers are no longer counted.
  mutating func takeObservers() -> [Observer] {
    switch consume self {
    case .pendingOne(let observer):
      self = .pending
      return [observer]
    case .pendingMany(let many):
      self = .pending
      return many.observers
    case let other:
      self = other
      return []
    }
  }
}

/// The observers that were removed from a list for delivery.
///
/// The thread that settles the promise owns the batch and passes it to its trampoline. The first observer is separate,
/// so that the delivery to a single observer allocates nothing.
package struct ObserverBatch: Sendable {
  /// The observer that was attached first, or `nil` if there is none.
  package var first: Observer?
  /// The other observers, of which `popFirst` returns the second one next, or `nil` if there are none.
  package var others: ObserverList.Many?

  package init() {}
}

/// The results of the departure of a consumer. They must be released after the lock, because they may hold user code.
package struct Departure {
  /// Whether no consumer is left.
  package var wasLast = false
  /// What the observer of the departed consumer no longer needs.
  var remains = Remains.none
  /// Whether the observer of the departed consumer has given up its handler.
  package var hasRemains: Bool {
    if case .none = remains { false } else { true }
  }
  /// The observers that were removed from the list.
  var removed: [Observer] = []
  /// Promises that must not be released under the lock.
  var held: [AnyPromise] = []

  package init() {}
}
