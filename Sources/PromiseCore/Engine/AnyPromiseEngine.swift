package import Synchronization

/// What does not depend on the type of an outcome: the state machine under its lock, and the work that follows from it.
///
/// Not generic, because an overridden method of a generic class runs unspecialised.
public class AnyPromiseEngine: @unchecked Sendable {
  // Its only mutable state is in a `Lock` and an `Atomic`. What the subclass adds says itself what guards it.

  package let state: Lock<Settlement<Observer, Upstream>>
  /// `Flag`s, so that a snapshot needs no lock.
  package let flags: Atomic<UInt8>
  /// The test that this promise belongs to; `nil` unless a test asked.
  package let scope: Scope?
  package let origin: Origin

  /// What can be known of a promise without taking its lock.
  package struct Flag {
    /// The outcome is there, and will not change.
    package static let settled: UInt8 = 1
    /// Somebody has been given the outcome.
    package static let observed: UInt8 = 2
    /// A handler has seen the error, here or upstream.
    package static let handled: UInt8 = 4
    /// Nobody keeps it until it is settled: neither a resolver nor those who wait for it.
    package static let ownerless: UInt8 = 8
    /// When its resolver goes and nobody waits, it is rejected only when somebody comes to wait.
    package static let patient: UInt8 = 16
    /// That has happened: its resolver has gone.
    package static let orphaned: UInt8 = 32
    /// Somebody has asked for its progress.
    package static let metered: UInt8 = 64
    /// A `catch` of just this error has dealt with it: those that follow leave it out.
    package static let caught: UInt8 = 128
  }

  init(origin: Origin, scope: Scope?, flags: UInt8 = 0) {
    var settlement = Settlement<Observer, Upstream>()
    if flags & Flag.settled != 0 {
      _ = settlement.settle()
      _ = settlement.nextBatch()
    }
    state = Lock(settlement)
    self.flags = Atomic(flags)
    self.scope = scope
    self.origin = origin
    if let scope { scope.made(self, isPending: flags & Flag.settled == 0) }
  }

  deinit {
    if isMetered { PromiseProgress.end(self, isFulfilled: false) }
    if let scope { scope.gone(self, isPending: isWaitedFor) }
  }

  /// Whether the outcome is there. A lock-free snapshot.
  public final var isSettled: Bool { flags.load(ordering: .acquiring) & Flag.settled != 0 }

  /// Whether there is no outcome yet. A lock-free snapshot.
  public final var isPending: Bool { !isSettled }

  /// Whether it is rejected and nobody has dealt with that, or will without asking for it.
  package final var isRejectedUnseen: Bool {
    let flags = flags.load(ordering: .acquiring)
    return flags & Flag.settled != 0 && flags & (Flag.observed | Flag.handled) == 0 && isFailed
  }

  /// Whether somebody may yet settle it: a guarantee that was abandoned has come to rest without an outcome.
  package final var isWaitedFor: Bool { state.withLock { $0.phase } == .pending }

  /// Whether there is an outcome. A lock-free snapshot. From PromiseKit.
  public final var isResolved: Bool { isSettled }

  /// Whether a handler has seen the error, here or upstream: then it is not reported, wherever it ends.
  package final var isHandled: Bool { flags.load(ordering: .relaxed) & Flag.handled != 0 }

  /// Whether a `catch` of just this error has dealt with it, here or upstream.
  final var isCaught: Bool { flags.load(ordering: .relaxed) & Flag.caught != 0 }

  /// Notes that a `catch` of just this error deals with it. Said before the promise is settled.
  final func markCaught() { flags.bitwiseOr(Flag.caught, ordering: .relaxed) }

  /// Notes that somebody has been given the outcome: if it is an error, it is theirs to deal with.
  package final func markObserved() {
    if flags.load(ordering: .relaxed) & Flag.observed == 0 { flags.bitwiseOr(Flag.observed, ordering: .relaxed) }
  }

  // MARK: Observing

  /// Puts an observer in line. If the promise has come to rest, it is served at once, within `run`.
  package final func attach(_ observer: Observer, in run: inout Run) {
    guard state.withLock({ $0.attach(observer) }) == .deliverNow else {
      if flags.load(ordering: .relaxed) & Flag.orphaned != 0 { abandonOrphan(in: &run) }
      return
    }
    var isFirst = false  // the run may belong to another promise: do not go on with this handler in it
    run.bring(self, to: observer, isFirst: &isFirst)
  }

  /// Puts an observer in line. If the promise has come to rest, it is served at once.
  package final func attach(_ observer: Observer) {
    var run = Run()
    attach(observer, in: &run)
    run.finish()
  }

  /// Serves those in line, in order, until there are none.
  final func deliver(in run: inout Run) {
    var isFirst = true
    while let batch = state.withLock({ $0.nextBatch() }) {
      batch.forEach { run.bring(self, to: $0, isFirst: &isFirst) }
    }
    scope?.settled()
  }

  // MARK: Cancelling

  /// Says that the outcome is not wanted any more.
  ///
  /// A pending ``Promise`` is rejected with `CancellationError`, and its producer is told: the handlers of
  /// ``Resolver/onCancel(_:)`` are called, a task behind it is cancelled, a timer is removed. If it was derived from a
  /// promise that has no other consumer left, that promise is cancelled too, and so on upstream. A pending
  /// ``Guarantee`` cannot be rejected: its producer is asked to hurry.
  ///
  /// A settled promise is left as it is. Safe from any thread, at any time, more than once.
  public final func cancel() {
    var run = Run()
    cancel(in: &run)
    run.finish()
  }

  /// Whether cancellation was asked for while the promise was pending.
  package final var isCancelRequested: Bool { state.withLock { $0.cancelRequested } }

  /// Nobody is to keep this promise until it is settled. Said before anybody waits for it.
  final func markOwnerless() { flags.bitwiseOr(Flag.ownerless, ordering: .relaxed) }

  /// Its being abandoned is put off until somebody waits for it. Said before anybody can see it.
  final func markPatient() { flags.bitwiseOr(Flag.patient, ordering: .relaxed) }

  /// What a promise that is derived from this one is linked to.
  final var asUpstream: Upstream {
    isOwnerless ? .ownerless(WeakEngine(self)) : .engine(self)
  }

  /// Whether nobody is to keep this promise.
  package final var isOwnerless: Bool { flags.load(ordering: .relaxed) & Flag.ownerless != 0 }

  /// Remembers whom to tell when this promise is cancelled; tells it at once if that has happened.
  package final func link(_ upstream: Upstream, replacing: Bool = false, in run: inout Run) {
    let (linking, _) = state.withLock { $0.link(upstream, replacing: replacing) }
    switch linking {
    case .tellNow: run.tell(upstream)
    case .tooLate: upstream.letGo()
    case .remembered: break
    }
    if replacing, isMetered { PromiseProgress.renew(self) }
  }

  /// Likewise, outside a run.
  package final func link(_ upstream: Upstream) {
    var run = Run()
    link(upstream, in: &run)
    run.finish()
  }

  /// One of the observers was cancelled. If it was the last that wanted the outcome, so is this promise.
  package final func consumerCancelled(in run: inout Run) {
    if consumerLeft() { cancel(in: &run) }
    // If it failed a moment before, that is no news to whoever cancelled, as it would be none a moment after.
    if isSettled { markObserved() }
  }

  /// One of the observers wants the outcome no more. Returns whether it was the last one to want it.
  @discardableResult
  package final func consumerLeft() -> Bool {
    let (wasLast, _) = state.withLock { ($0.consumerLeft(), $0.removeStale { $0.isStale }) }
    return wasLast
  }

  // MARK: What depends on the outcome

  /// Whether there is an error.
  var isFailed: Bool { preconditionFailure("overridden by the engine of each outcome") }

  /// Attaches a combinator to this member of it.
  package func observe(
    for whole: AnyPromiseEngine, in run: inout Run, _ react: @escaping @Sendable (Ending, inout Run) -> Void
  ) { preconditionFailure("overridden by the engine of each outcome") }

  /// Somebody has come to wait for a promise whose resolver has gone.
  func abandonOrphan(in run: inout Run) { preconditionFailure("overridden by the engine of each outcome") }

  /// Rejects a promise; asks a guarantee, which cannot be rejected, to hurry.
  func cancel(in run: inout Run) { preconditionFailure("overridden by the engine of each outcome") }
}

extension AnyPromiseEngine: Consumer {
  package final var isStale: Bool { isSettled }
}
