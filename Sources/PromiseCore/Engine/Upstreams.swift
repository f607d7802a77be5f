/// Whom a promise tells when it is cancelled, in one word: most promises nobody, or the one that they are derived from.
package enum Upstreams: ~Copyable, Sendable {
  case none
  case one(Upstream)
  case several(List)
  /// They have been told: cancellation was asked for while the promise was pending.
  case told

  package final class List: @unchecked Sendable {
    // Guarded by whoever guards the enumeration that it belongs to, of which there is one.
    fileprivate var upstreams: [Upstream]
    fileprivate init(_ upstreams: [Upstream]) { self.upstreams = upstreams }
  }

  init(_ upstream: consuming Upstream?) {
    if let upstream { self = .one(upstream) } else { self = .none }
  }

  var wereTold: Bool {
    switch self {
    case .told: true
    default: false
    }
  }

  /// The first of them, if it is a promise.
  var source: AnyPromiseEngine? {
    switch self {
    case .one(.engine(let engine)): engine
    case .several(let list): if case .engine(let engine)? = list.upstreams.first { engine } else { nil }
    default: nil
    }
  }

  /// All of them, in order.
  package var all: [Upstream] {
    switch self {
    case .one(let upstream): [upstream]
    case .several(let list): list.upstreams
    default: []
    }
  }

  /// Adds one. Complexity: amortised O(1).
  mutating func append(_ upstream: consuming Upstream) {
    switch consume self {
    case .one(let first): self = .several(List([first, upstream]))
    case .several(let list):
      list.upstreams.append(upstream)
      self = .several(list)
    default: self = .one(upstream)
    }
  }

  /// Empties it, and returns what was in it.
  @inline(__always)
  mutating func takeAll(isCancelled: Bool) -> Upstreams {
    switch consume self {
    case .told:
      self = .told
      return .none
    case let old:
      self = isCancelled ? .told : .none
      return old
    }
  }

  /// Those who work for a promise that has an outcome need not be told.
  @inline(__always)
  consuming func letGo() {
    switch consume self {
    case .one(.engine): break  // most often
    case .one(let upstream): upstream.letGo()
    case .several(let list): for upstream in list.upstreams { upstream.letGo() }
    default: break
    }
  }
}
