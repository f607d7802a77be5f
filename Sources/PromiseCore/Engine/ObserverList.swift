/// The observers of a promise, in the order in which they were attached, and the state of the promise, in one word.
package enum ObserverList: ~Copyable, Sendable {
  case pending
  case pendingOne(_PromiseObserver)
  case pendingMany(Many)
  case settled
  case joined(Many)

  /// The observers of a pending promise, if there is more than one or if a consumer has departed, or the observers that
  /// have joined a delivery. The consumers of the latter are not counted.
  package final class Many: @unchecked Sendable {
    // Guarded by the lock of the state machine: the list is not copyable, so the object belongs to a single list, and
    // later to the thread that delivers to its observers.
    fileprivate var observers: [_PromiseObserver]
    /// The index of the next observer to deliver to.
    fileprivate var next = 0
    /// The number of consumers that still want the outcome: those that have attached minus those that have departed.
    fileprivate var consumers: Int
    /// The number of consumers that have departed since the list was last compacted.
    fileprivate var departed: Int

    fileprivate init(_ observers: [_PromiseObserver], consumers: Int, departed: Int = 0) {
      self.observers = observers
      self.consumers = consumers
      self.departed = departed
    }

    /// Returns the next observer to deliver to, or `nil` if there is none.
    package func popFirst() -> _PromiseObserver? {
      guard next < observers.count else { return nil }
      defer { next += 1 }
      return observers[next]
    }
  }

  var isPending: Bool {
    switch self {
    case .settled: false
    case .joined: false
    default: true
    }
  }

  var count: Int {
    switch self {
    case .pendingOne: 1
    case .pendingMany(let many): many.observers.count
    case .joined(let many): many.observers.count
    default: 0
    }
  }

  @inline(__always)
  mutating func append(_ observer: consuming _PromiseObserver) {
    switch consume self {
    case .pending: self = .pendingOne(observer)  // the most common case
    case let others:
      self = others
      appendToOthers(observer)
    }
  }

  @inline(never)
  private mutating func appendToOthers(_ observer: consuming _PromiseObserver) {
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

  mutating func takeJoined() -> Many? {
    switch consume self {
    case .joined(let many):
      self = .settled
      return many
    case let other:
      self = other
      return nil
    }
  }

  mutating func depart(_ observer: _PromiseObserver?, _ departure: inout Departure) {
    switch consume self {
    case .pendingOne(let only):
      departure.wasLast = true
      observer?.moveHandler(to: &departure)
      if only.isStale {
        departure.removed = [only]
        self = .pending
      } else {
        self = .pendingMany(Many([only], consumers: 0, departed: 1))
      }
    case .pendingMany(let many):
      assert(many.consumers > 0, "A consumer departed twice.")
      many.consumers -= 1
      many.departed += 1
      departure.wasLast = many.consumers == 0
      observer?.moveHandler(to: &departure)
      if many.departed * 2 > many.observers.count { Self.removeStale(from: many, &departure) }
      if many.observers.isEmpty, many.consumers == 0 { self = .pending } else { self = .pendingMany(many) }
    case let other:
      self = other
    }
  }

  /// Removes the observers that have become stale. The caller does this when more than half of the observers may be
  /// stale, so that a departure takes amortized O(1).
  private static func removeStale(from many: Many, _ departure: inout Departure) {
    var kept: [_PromiseObserver] = []
    for observer in many.observers {
      if observer.isStale { departure.removed.append(observer) } else { kept.append(observer) }
    }
    many.observers = kept
    many.departed = 0
  }

  mutating func takeObservers() -> [_PromiseObserver] {
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
package struct ObserverBatch: Sendable {
  package var first: _PromiseObserver?
  package var others: ObserverList.Many?

  package init() {}
}

/// The results of the departure of a consumer. They must be released after the lock, because they may hold user code.
package struct Departure {
  /// Whether no consumer is left.
  package var wasLast = false
  /// The reaction of the departed consumer, if it is a derived promise.
  var reaction: Reaction?
  /// The closure of the departed consumer's observer, if it is a `ClosureObserver`.
  var react: ClosureObserver.React?
  /// The observers that were removed from the list.
  var removed: [_PromiseObserver] = []

  package init() {}
}
