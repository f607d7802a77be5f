/// Those who wait for an outcome, in order, and the phase of their promise, in one word.
enum Line: ~Copyable, Sendable {
  case pending
  case pendingOne(AnyObserver)
  case pendingMany(Crowd)
  case delivering
  case deliveringMany(Crowd)
  case settled

  /// More observers than one.
  final class Crowd: @unchecked Sendable {
    // Guarded as the state machine is that it belongs to: a line cannot be copied, so it belongs to one.
    fileprivate var observers: [AnyObserver]
    /// How many of them still want the outcome: those attached, less those that were cancelled or have left.
    fileprivate var consumers: Int
    /// How many of them are known to want nothing any more.
    fileprivate var stale: Int

    fileprivate init(_ observers: [AnyObserver], consumers: Int, stale: Int = 0) {
      self.observers = observers
      self.consumers = consumers
      self.stale = stale
    }
  }

  var phase: Settlement.Phase {
    switch self {
    case .delivering: .delivering
    case .deliveringMany: .delivering
    case .settled: .settled
    default: .pending
    }
  }

  var count: Int {
    switch self {
    case .pendingOne: 1
    case .pendingMany(let crowd): crowd.observers.count
    case .deliveringMany(let crowd): crowd.observers.count
    default: 0
    }
  }

  mutating func append(_ observer: consuming AnyObserver) {
    switch consume self {
    case .pending: self = .pendingOne(observer)  // most often
    case .pendingOne(let first): self = .pendingMany(Crowd([first, observer], consumers: 2))
    case .pendingMany(let crowd):
      crowd.observers.append(observer)
      crowd.consumers += 1
      self = .pendingMany(crowd)
    case .delivering: self = .deliveringMany(Crowd([observer], consumers: 1))
    case .deliveringMany(let crowd):
      crowd.observers.append(observer)
      self = .deliveringMany(crowd)
    case .settled: fatalError("nobody delivers any more")
    }
  }

  @inline(__always)
  mutating func settle(_ isServed: (AnyObserver) -> Bool, _ audience: inout Audience) -> Bool {
    switch consume self {
    case .pendingOne(let observer):
      if isServed(observer) {
        self = .settled
        audience = .served(observer)
      } else {
        self = .delivering
        audience = .one(observer)
      }
      return true
    case .pending:
      self = .settled
      return true
    case .pendingMany(let crowd):
      self = .deliveringMany(crowd)
      audience = .several
      return true
    case let other:
      self = other
      return false
    }
  }

  mutating func nextBatch() -> [AnyObserver]? {
    switch consume self {
    case .delivering:
      self = .settled
      return nil
    case .deliveringMany(let crowd):
      self = .delivering
      return crowd.observers
    default: fatalError("only the one who settled delivers")
    }
  }

  mutating func consumerLeft() -> Bool {
    switch consume self {
    case .pendingOne(let observer):
      self = .pendingMany(Crowd([observer], consumers: 0, stale: 1))
      return true
    case .pendingMany(let crowd):
      crowd.consumers -= 1
      crowd.stale += 1
      self = .pendingMany(crowd)
      return crowd.consumers == 0
    case let other:
      self = other
      return false
    }
  }

  mutating func takeOrphans() -> [AnyObserver] {
    switch consume self {
    case .pendingOne(let observer):
      self = .pending
      return [observer]
    case .pendingMany(let crowd):
      self = .pending
      return crowd.observers
    case let other:
      self = other
      return []
    }
  }

  mutating func removeStale() -> [AnyObserver] {
    switch consume self {
    case .pendingMany(let crowd) where crowd.stale * 2 > crowd.observers.count:
      var kept: [AnyObserver] = []
      var removed: [AnyObserver] = []
      for observer in crowd.observers {
        if observer.isStale { removed.append(observer) } else { kept.append(observer) }
      }
      crowd.observers = kept
      crowd.stale = 0
      self = kept.isEmpty && crowd.consumers == 0 ? .pending : .pendingMany(crowd)
      return removed
    case let other:
      self = other
      return []
    }
  }
}

/// Who waited for an outcome.
package enum Audience: ~Copyable, Sendable {
  case nobody
  /// One alone, who is out of line already.
  case one(AnyObserver)
  /// Likewise, and as good as served: the promise has come to rest.
  case served(AnyObserver)
  /// Several, who are in line.
  case several
}
