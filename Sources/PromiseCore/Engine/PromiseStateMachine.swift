/// The life of a promise as a pure state machine: no locks, no threads, no user code.
///
/// ```
///            settle
///  pending ─────────▶ settled
/// ```
///
/// From the moment an outcome is known to the moment the last observer has been scheduled on its executor, the outcome is
/// *being delivered*: a new observer still joins the list instead of overtaking the others. `DeliveryFlags` say how that
/// ends.
///
/// Every event is a mutating method that returns what its caller has to do *after* it has released the lock. What is
/// returned may hold the last reference to user code, so it must not be released under the lock either.
///
/// Two words in all: most promises have one observer and one cancellation target, which need no more. It is not copyable,
/// so that what goes in and out is moved, and not retained and released on each step of its way.
package struct PromiseStateMachine: ~Copyable, Sendable {
  private var observers: ObserverList
  private var targets: CancellationTargets

  /// Creates the state of a pending promise.
  package init(target: consuming CancellationTarget? = nil) {
    observers = .pending
    targets = CancellationTargets(target)
  }

  /// The state of a promise that is created with its outcome.
  package static var settled: PromiseStateMachine { PromiseStateMachine(observers: .settled) }

  private init(observers: consuming ObserverList) {
    self.observers = observers
    targets = CancellationTargets(nil)
  }

  /// Whether there is no outcome yet, and the promise was not abandoned.
  package var isPending: Bool { observers.isPending }

  /// Whether cancellation was requested while the promise was pending.
  package var isCancelRequested: Bool { targets.isCancelRequested }

  /// The number of observers in the list.
  package var observerCount: Int { observers.count }

  /// What is told of a cancellation.
  package var allTargets: [CancellationTarget] { targets.all }

  // MARK: - Events

  /// An observer wants the outcome: the promise is pending, or the observer has joined the delivery.
  ///
  /// - Complexity: amortized O(1).
  package mutating func attach(_ observer: consuming _PromiseObserver) { observers.append(observer) }

  /// There is an outcome.
  ///
  /// - Parameters:
  ///   - cancelsUpstream: Whether the targets are told that the outcome is not wanted: the promise was canceled, or
  ///     has an outcome that makes them superfluous.
  ///   - batch: The observers to deliver to.
  ///   - released: The cancellation targets, which the promise no longer needs.
  /// - Returns: Whether the promise was pending.
  @inline(__always)
  package mutating func settle(
    cancelsUpstream: Bool = false, _ batch: inout ObserverBatch, _ released: inout ReleasedTargets
  ) -> Bool {
    guard observers.settle(&batch) else { return false }
    targets.giveUp(cancelsUpstream: cancelsUpstream, into: &released)
    return true
  }

  /// The delivering thread takes the observers that have joined.
  package mutating func takeJoined() -> ObserverList.Many? { observers.takeJoined() }

  /// The consumers of a promise that cannot be rejected no longer want it. Returns the targets to tell; each is told
  /// once, and kept until the promise settles.
  package mutating func requestCancellation() -> [CancellationTarget] {
    observers.isPending ? targets.requestCancellation() : []
  }

  /// Adds a cancellation target: what the promise waits for, or what works for it.
  ///
  /// - Parameters:
  ///   - target: What to tell.
  ///   - replacing: Whether it takes the place of the present targets.
  ///   - replaced: The targets whose place it took.
  /// - Returns: Whether cancellation has been requested: then the caller tells `target` now.
  package mutating func add(
    _ target: CancellationTarget, replacing: Bool = false, replaced: inout ReleasedTargets
  ) -> CancellationTargets.Addition {
    targets.add(target, isPending: observers.isPending, replacing: replacing, replaced: &replaced)
  }

  /// A consumer departs. `observer` is the one in the list whose handler it no longer needs; `nil` if it has none.
  package mutating func depart(_ observer: _PromiseObserver?, _ departure: inout Departure) {
    observers.depart(observer, &departure)
  }

  /// The promise is deallocated while pending. Returns its observers.
  package mutating func takeObservers() -> [_PromiseObserver] { observers.takeObservers() }
}
