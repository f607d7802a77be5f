/// The life cycle of a promise as a pure state machine, without locks, threads or user code.
///
/// ```
///            settle
///  pending ─────────▶ settled
/// ```
///
/// *Settled* means here that nothing can change the promise any longer. This includes an abandoned guarantee and a
/// promise that stays pending permanently, which have no outcome; the flags of the promise distinguish them.
///
/// From the moment the outcome is known until the last observer has been scheduled on its executor, the outcome is
/// *being delivered*: a new observer still joins the list instead of overtaking the others. `PromiseFlags` determines
/// when the delivery ends.
///
/// Every event is a mutating method that returns the work that its caller has to do *after* releasing the lock. The
/// results may hold the last reference to user code, so they must not be released under the lock either.
///
/// | Event | Effect while pending | Effect when settled |
/// | --- | --- | --- |
/// | `attach` | adds an observer and a consumer | adds an observer to those that join the delivery |
/// | `settle` | moves the observers and the targets out | none |
/// | `takeJoined` | none | moves the observers that have joined out |
/// | `depart` | removes a consumer | none |
/// | `noteSuperfluousObserver` | may remove the observer of a consumer that departed before | none |
/// | `add` | adds a target | none; the result says whether the promise was canceled |
/// | `redirect` | replaces the targets, unless the promise was canceled | none |
/// | `requestCancellation` | returns the targets, once, and keeps them | none |
/// | `takeObservers` | moves the observers out; the promise stays pending | none |
///
/// Every event takes amortized O(1).
///
/// Invariants:
///
/// - An entry of the observer list is moved out once, by one event. So only one thread uses the observer afterward, and
///   an observer needs no lock for the state that it uses from then on.
/// - A settled promise has no targets, and has observers only while its outcome is being delivered.
/// - A consumer attaches its observer before it becomes able to depart, because a departure cannot be remembered for an
///   observer that is attached later.
///
/// The lock of the promise guards the state machine. Only `deinit` reads it without the lock, because no other thread
/// has a reference by then.
///
/// The observers and the targets are strong references, so a pending promise and a promise that is derived from it
/// retain each other: a chain stays alive until it has an outcome, even if no other code refers to it. `settle` breaks
/// the cycle by moving both out. A chain does not leak when its producer disappears: the promise at its start is
/// abandoned when its last resolver is released, or, if it has no resolver (`AnyPromise.isUnowned`), is not retained by
/// the promises that are derived from it.
///
/// A state machine takes two words: most promises have one observer and one cancellation target, which need no more. It
/// is not copyable, so that observers and targets are moved in and out, not retained and released at every step.
package struct PromiseStateMachine: ~Copyable, Sendable {
  private var observers: ObserverList
  private var targets: CancellationTargets

  /// Creates the state of a pending promise.
  ///
  /// - Parameter target: The promise that this one is derived from, or `nil` for a promise that has a producer.
  package init(target: consuming CancellationTarget? = nil) {
    observers = .pending
    targets = CancellationTargets(target)
  }

  /// The state of a promise that is created settled.
  package static var settled: PromiseStateMachine { PromiseStateMachine(observers: .settled) }

  private init(observers: consuming ObserverList) {
    self.observers = observers
    targets = CancellationTargets(nil)
  }

  /// Whether the promise has no outcome yet and has not been abandoned.
  package var isPending: Bool { observers.isPending }

  /// Whether the promise is pending and has a consumer that has not departed.
  ///
  /// A promise that is canceled because its last consumer has departed must be asked under the same lock as it is
  /// settled: another consumer may have attached since the departure.
  package var hasConsumer: Bool { observers.hasConsumer }

  /// Whether cancellation was requested while the promise was pending.
  package var isCancelRequested: Bool { targets.isCancelRequested }

  /// The number of observers in the list.
  package var observerCount: Int { observers.count }

  /// The observers in the list.
  var allObservers: [Observer] { observers.all }

  /// The cancellation targets.
  package var allTargets: [CancellationTarget] { targets.all }

  // MARK: - Events

  /// Adds an observer. The promise must be pending, or the observer must have joined the delivery.
  ///
  /// - Parameter observer: The observer. While the promise is pending, it counts as a consumer until `depart` is called
  ///   for it.
  /// - Complexity: Amortized O(1).
  package mutating func attach(_ observer: consuming Observer) { observers.append(observer) }

  /// Settles the promise, unless it is settled.
  ///
  /// - Parameters:
  ///   - cancelsUpstream: Whether to notify the targets that their outcome is no longer wanted, because the promise was
  ///     canceled or has an outcome that makes them superfluous.
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

  /// Removes and returns the observers that have joined the delivery. The delivering thread calls this method.
  ///
  /// - Returns: The observers in the order in which they were attached, or `nil` if none has joined.
  package mutating func takeJoined() -> ObserverList.Many? { observers.takeJoined() }

  /// Requests the cancellation of a promise that cannot be rejected. Returns the targets to notify. Each target is
  /// notified once and kept until the promise settles.
  package mutating func requestCancellation() -> [CancellationTarget] {
    observers.isPending ? targets.requestCancellation() : []
  }

  /// Adds a cancellation target: a promise that this one waits for, or a producer.
  ///
  /// - Parameters:
  ///   - target: The target to add.
  ///   - replacing: Whether the target replaces the current targets.
  ///   - replaced: The targets that were replaced.
  /// - Returns: Whether the target was added, or what the caller has to do with it instead.
  package mutating func add(
    _ target: CancellationTarget, replacing: Bool = false, replaced: inout ReleasedTargets
  ) -> CancellationTargets.Addition {
    targets.add(target, isPending: observers.isPending, replacing: replacing, replaced: &replaced)
  }

  /// Removes a consumer. Each consumer departs at most once.
  ///
  /// The consumer's observer stays in the list if it still wants the outcome (as the observer of a canceled guarantee
  /// does), or until enough observers are stale.
  ///
  /// - Parameters:
  ///   - observer: The consumer's observer, which gives up the handler that it no longer needs, or `nil` if it has none
  ///     to give up, as with the inputs of a combinator.
  ///   - departure: Receives the results, which the caller must release after the lock.
  package mutating func depart(_ observer: Observer?, _ departure: inout Departure) {
    observers.depart(observer, &departure)
  }

  /// Records that the observer of a consumer that departed before is no longer needed at all.
  package mutating func noteSuperfluousObserver(_ departure: inout Departure) { observers.noteSuperfluous(&departure) }

  /// The promises that adopt the outcome, if the promise has no other observers.
  var adopters: [Adopter]? { observers.adopters }

  /// Changes the targets of a pending promise that was not canceled. Returns whether it did.
  ///
  /// - Parameters:
  ///   - replaced: The targets that were replaced.
  ///   - change: Returns the new targets, at least two, given the current ones.
  mutating func redirect(
    _ replaced: inout ReleasedTargets, _ change: ([CancellationTarget]) -> [CancellationTarget]
  ) -> Bool {
    guard observers.isPending, !targets.isCancelRequested else { return false }
    targets.replace(by: change(targets.all), &replaced)
    return true
  }

  /// Removes and returns the observers of a promise that is deallocated while pending.
  package mutating func takeObservers() -> [Observer] { observers.takeObservers() }
}
