public import Synchronization

extension AnyPromiseEngine {
  /// Says that the outcome is not wanted any more.
  ///
  /// A pending ``Promise`` is rejected with `CancellationError`, and its producer is told: the handlers of
  /// ``Resolver/onCancel(_:)`` are called, a task behind it is cancelled, a timer is removed. If it was derived from a
  /// promise that has no other consumer left, that promise is cancelled too, and so on upstream. A pending
  /// ``Guarantee`` cannot be rejected: its producer is asked to hurry.
  ///
  /// A settled promise is left as it is. Safe from any thread, at any time, more than once.
  public final func cancel() {
    asJob {
      var run = Run()
      cancel(in: &run)
      run.finish()
    }
  }

  /// Whether cancellation was asked for while the promise was pending.
  @usableFromInline
  package final var isCancelRequested: Bool { withState { $0.cancelRequested } }

  /// Nobody is to keep this promise until it is settled. Said before anybody waits for it.
  final func markOwnerless() { flags.bitwiseOr(Flag.ownerless, ordering: .relaxed) }

  /// Its being abandoned is put off until somebody waits for it. Said before anybody can see it.
  final func markPatient() { flags.bitwiseOr(Flag.patient, ordering: .relaxed) }

  /// What a promise that is derived from this one is linked to.
  @usableFromInline
  final var asUpstream: Upstream {
    isOwnerless ? .ownerless(WeakEngine(self)) : .engine(self)
  }

  /// Whether nobody is to keep this promise.
  @inlinable
  package final var isOwnerless: Bool { flags.load(ordering: .relaxed) & Flag.ownerless != 0 }

  /// Remembers whom to tell when this promise is cancelled; tells it at once if that has happened.
  @usableFromInline
  package final func link(_ upstream: Upstream, replacing: Bool = false, in run: inout Run) {
    var dropped = Upstreams.none  // outside the lock
    let linking = lock.withLock { _ in settlement.link(upstream, replacing: replacing, dropped: &dropped) }
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
    let (wasLast, left) = withState { ($0.consumerLeft(), $0.removeStale()) }
    for observer in left { observer.leftLine() }
    return wasLast
  }

  /// Asks a promise that cannot be rejected to hurry.
  final func hurry(in run: inout Run) {
    let upstreams = withState { $0.requestCancel() }
    // Whoever asked may have been the last to hold this guarantee, and a timer does not. The last in is told last.
    run.tell(.handler { withExtendedLifetime(self) {} })
    run.tell(upstreams)
  }

  // MARK: Being abandoned

  /// The last of those is gone who could settle it. If it is pending, that is reported.
  final func loseResolver(_ event: (Origin) -> PromiseDiagnostics.Event) {
    guard isPending else { return }
    asJob {
      var run = Run()
      if giveUp(in: &run) { PromiseDiagnostics.report(event(origin), in: scope) }
      run.finish()
    }
  }

  /// Puts off being abandoned if nobody waits. Returns whether that is so.
  final func becomesOrphan() -> Bool {
    withState { settlement in
      guard settlement.phase == .pending, settlement.observerCount == 0 else { return false }
      // Under the lock, so that whoever attaches comes before and is counted, or after and sees it.
      flags.bitwiseXor(Flag.patient | Flag.orphaned, ordering: .relaxed)
      return true
    }
  }

  /// Those in line of a promise that goes unsettled, which only an ownerless one can.
  final func takeOrphans() -> [AnyObserver] { isOwnerless ? withState { $0.takeOrphans() } : [] }
}
