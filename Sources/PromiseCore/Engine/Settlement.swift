/// The life of a promise as a pure state machine: no locks, no threads, no user code.
///
/// ```
///            settle                 nextBatch finds nobody left
///  pending ─────────▶ delivering ──────────────────────────────▶ settled
/// ```
///
/// *Delivering* is what keeps observers in order: between the moment an outcome is known and the moment the last
/// observer has been sent to its executor, whoever attaches still joins the end of the line instead of overtaking it.
///
/// Every event is a mutating method that returns what its caller has to do *after* it has let go of the lock. What is
/// returned may hold the last reference to user code, so it must not be dropped under the lock either.
package struct Settlement<Observer, Upstream> {
  /// Where a promise stands in its life.
  package enum Phase: UInt8, Sendable {
    /// Not settled; observers wait.
    case pending
    /// Settled; observers that were waiting are being sent to their executors.
    case delivering
    /// Settled, and nobody waits: a new observer is sent off by the one who attaches it.
    case settled
  }

  /// What to do with an observer that asked to be attached.
  package enum Attachment: Equatable, Sendable {
    /// It is in line; somebody else delivers to it.
    case inLine
    /// The promise has settled and the line is empty: the caller delivers to it.
    case deliverNow
  }

  /// What to do with an upstream that asked to be told of cancellation.
  package enum Linking: Equatable, Sendable {
    /// It is remembered.
    case remembered
    /// Cancellation came first: the caller tells it now.
    case tellNow
    /// The promise settled of its own: there is nothing left to tell.
    case tooLate
  }

  package private(set) var phase = Phase.pending
  /// Cancellation was asked for while the promise was pending.
  package private(set) var cancelRequested = false
  private var observers = Few<Observer>()
  private var upstreams = Few<Upstream>()
  /// How many observers still want the outcome: those attached, less those that were cancelled or have left.
  private var consumers = 0
  /// How many of the observers in line are known to want nothing any more.
  private var stale = 0

  package init() {}

  /// The number of observers in line.
  package var observerCount: Int { observers.count }

  /// Whom to tell of cancellation.
  package var linked: Few<Upstream> { upstreams }

  // MARK: Events

  /// Somebody wants the outcome.
  package mutating func attach(_ observer: Observer) -> Attachment {
    guard phase != .settled else { return .deliverNow }
    observers.append(observer)
    consumers += 1
    return .inLine
  }

  /// Somebody has an outcome; `nil` if another was first, else the upstreams, to be told or to be let go.
  package mutating func settle(cancelled: Bool = false) -> Few<Upstream>? {
    guard phase == .pending else { return nil }
    phase = .delivering
    if cancelled { cancelRequested = true }
    return upstreams.takeAll()
  }

  /// The deliverer asks who is next; `nil` when the line is empty and the promise has come to rest.
  package mutating func nextBatch() -> Few<Observer>? {
    assert(phase == .delivering, "only the one who settled delivers")
    guard !observers.isEmpty else {
      phase = .settled
      return nil
    }
    return observers.takeAll()
  }

  /// Somebody asks a promise that cannot be rejected to hurry; the upstreams to tell, each of them once.
  package mutating func requestCancel() -> Few<Upstream> {
    guard phase == .pending else { return Few() }
    cancelRequested = true
    return upstreams.takeAll()
  }

  /// An upstream wants to hear of cancellation; with `replacing`, it takes the place of those there are.
  package mutating func link(_ upstream: Upstream, replacing: Bool = false) -> (Linking, dropped: Few<Upstream>) {
    if cancelRequested { return (.tellNow, Few()) }
    guard phase == .pending else { return (.tooLate, Few()) }
    let dropped = replacing ? upstreams.takeAll() : Few()
    upstreams.append(upstream)
    return (.remembered, dropped)
  }

  /// An attached observer wants the outcome no more; returns whether it was the last one to want it.
  package mutating func consumerLeft() -> Bool {
    guard phase == .pending else { return false }
    consumers -= 1
    stale += 1
    return consumers == 0
  }

  /// The promise goes, unsettled. Returns those who wait for it, if there are any.
  package mutating func takeOrphans() -> Few<Observer>? {
    phase == .pending && !observers.isEmpty ? observers.takeAll() : nil
  }

  /// Takes observers that left out of line, once they are more than half of it, so that each leaving costs O(1).
  package mutating func removeStale(where isStale: (Observer) -> Bool) -> Few<Observer> {
    guard phase == .pending, stale * 2 > observers.count else { return Few() }
    stale = 0
    return observers.remove(where: isStale)
  }
}

extension Settlement: Sendable where Observer: Sendable, Upstream: Sendable {}
