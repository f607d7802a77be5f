/// The life of a promise as a pure state machine: no locks, no threads, no user code.
///
/// ```
///            settle                 nextBatch finds nobody left
///  pending ─────────▶ delivering ──────────────────────────────▶ settled
///     └─────────────────────────────────────────────────────────────▲
///            settle, if nobody is in line, or one who is as good as served
/// ```
///
/// *Delivering* is what keeps observers in order: between the moment an outcome is known and the moment the last
/// observer has been sent to its executor, whoever attaches still joins the end of the line instead of overtaking it.
///
/// Every event is a mutating method that returns what its caller has to do *after* it has let go of the lock. What is
/// returned may hold the last reference to user code, so it must not be dropped under the lock either.
///
/// Two words in all: a promise has one of these, and most have one observer and one upstream, which need no more. And
/// not copyable, so that what goes in and out is moved, and not retained and released on each step of its way.
package struct Settlement: ~Copyable, Sendable {
  /// Where a promise stands in its life.
  package enum Phase: UInt8, Sendable {
    /// Not settled; observers wait.
    case pending
    /// Settled; observers that were waiting are being sent to their executors.
    case delivering
    /// Settled, and nobody waits: a new observer is sent off by the one who attaches it.
    case settled
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

  private var line: Line
  private var upstreams: Upstreams

  /// A pending one, with one upstream or none.
  package init(upstream: consuming Upstream? = nil) {
    line = .pending
    upstreams = Upstreams(upstream)
  }

  /// One that has come to rest.
  package static var settled: Settlement { Settlement(line: .settled) }

  private init(line: consuming Line) {
    self.line = line
    upstreams = .none
  }

  package var phase: Phase { line.phase }

  /// Cancellation was asked for while the promise was pending.
  package var cancelRequested: Bool { upstreams.wereTold }

  /// The number of observers in line.
  package var observerCount: Int { line.count }

  /// The promise that this one was made of, as long as this one is pending and cancellation has not been asked for.
  var source: AnyPromiseEngine? { upstreams.source }

  /// Whom to tell of cancellation.
  package var linked: [Upstream] { upstreams.all }

  // MARK: Events

  /// Somebody wants the outcome, and is taken into line, where somebody else delivers to it; or left to the caller to
  /// deliver to, if the promise has come to rest. Complexity: amortised O(1).
  package mutating func attach(_ observer: inout AnyObserver?) {
    if line.phase != .settled { line.append(observer.take()!) }
  }

  /// Somebody has an outcome. Returns whether nobody was before.
  ///
  /// - Parameters:
  ///   - cancelled: Whether the outcome is that it was cancelled.
  ///   - audience: Who is to hear of it.
  ///   - upstreams: To be told or to be let go.
  ///   - isServed: Whether the one who is alone in line is as good as served, so that whoever attaches from now on comes
  ///     after.
  @inline(__always)
  package mutating func settle(
    cancelled: Bool = false, _ audience: inout Audience, _ upstreams: inout Upstreams,
    isServed: (AnyObserver) -> Bool = { _ in false }
  ) -> Bool {
    guard line.settle(isServed, &audience) else { return false }
    upstreams = self.upstreams.takeAll(isCancelled: cancelled)
    return true
  }

  /// The deliverer asks who is next; `nil` when the line is empty and the promise has come to rest.
  package mutating func nextBatch() -> [AnyObserver]? { line.nextBatch() }

  /// Somebody asks a promise that cannot be rejected to hurry; the upstreams to tell, each of them once.
  package mutating func requestCancel() -> Upstreams {
    line.phase == .pending ? upstreams.takeAll(isCancelled: true) : .none
  }

  /// An upstream wants to hear of cancellation; with `replacing`, it takes the place of those there are.
  package mutating func link(
    _ upstream: consuming Upstream, replacing: Bool = false, dropped: inout Upstreams
  ) -> Linking {
    if upstreams.wereTold { return .tellNow }
    guard line.phase == .pending else { return .tooLate }
    if replacing { dropped = upstreams.takeAll(isCancelled: false) }
    upstreams.append(upstream)
    return .remembered
  }

  /// An attached observer wants the outcome no more; returns whether it was the last one to want it.
  package mutating func consumerLeft() -> Bool { line.consumerLeft() }

  /// The promise goes, unsettled. Returns those who wait for it.
  package mutating func takeOrphans() -> [AnyObserver] { line.takeOrphans() }

  /// Takes observers that left out of line, once they are more than half of it, so that each leaving costs O(1).
  package mutating func removeStale() -> [AnyObserver] { line.removeStale() }
}
