extension AnyPromise {
  /// Tells the producer that the outcome is not wanted any more.
  ///
  /// A pending ``Promise`` is rejected with `CancellationError`, and its producer is told: the handlers of
  /// ``Resolver/onCancel(_:)`` are called, a task behind the promise is canceled, a timer is removed. A pending
  /// ``Guarantee`` cannot be rejected: its producer is told, and the guarantee stays pending until it is fulfilled.
  ///
  /// Cancellation travels upstream. A promise that was derived from another one leaves that promise as its consumer; a
  /// promise that has lost its last consumer is canceled as well.
  ///
  /// Canceling a settled promise, or one that has been canceled before, does nothing. You may call this from any thread.
  public final func cancel() {
    let trampoline = enterTrampoline()
    cancel(in: trampoline)
    leave(trampoline)
  }

  /// Whether cancellation was requested while the promise was pending.
  @usableFromInline
  package final var isCancelRequested: Bool { withState { $0.isCancelRequested } }

  /// The target of a promise that waits for this one.
  @usableFromInline
  final var asTarget: CancellationTarget { isUnowned ? .unownedPromise(WeakPromise(self)) : .promise(self) }

  /// Adds what is told when this promise is canceled. If that has happened, it is told now.
  ///
  /// - Parameters:
  ///   - target: What to tell.
  ///   - replacing: Whether it takes the place of the present targets, which have nothing left to do.
  ///   - trampoline: Tells the target.
  @usableFromInline
  package final func addTarget(_ target: CancellationTarget, replacing: Bool = false, in trampoline: Trampoline) {
    var replaced = ReleasedTargets()  // released after the lock
    let addition = withLock { stateMachine.add(target, replacing: replacing, replaced: &replaced) }
    switch addition {
    case .tellNow: trampoline.addCancellation(of: target, observer: self)
    case .tooLate: target.consumerDeparts()
    case .added: break
    }
    if replacing, tracksProgress { PromiseProgress.renew(self) }
  }

  /// Adds what is told when this promise is canceled, outside of the trampoline.
  @usableFromInline
  package final func addTarget(_ target: CancellationTarget) {
    let trampoline = Trampoline.enter()
    addTarget(target, in: trampoline)
    trampoline.leave()
  }

  // MARK: - Consumers

  /// A consumer was canceled. If it was the last one, so is this promise.
  ///
  /// - Parameter observer: The observer of that consumer, which is released from its handler.
  package final func consumerCancels(_ observer: _PromiseObserver?, in trampoline: Trampoline) {
    if consumerDeparts(observer) { cancel(in: trampoline) }
    // A canceled consumer ignores the error, whether it arrives before or after the cancellation.
    if isSettled { markObserved() }
  }

  /// A consumer no longer wants the outcome. Returns whether it was the last one.
  @discardableResult
  package final func consumerDeparts(_ observer: _PromiseObserver?) -> Bool {
    var departure = Departure()  // what it holds is released after the lock
    withLock { stateMachine.depart(observer, &departure) }
    return departure.wasLast
  }

  /// Cancels what is upstream of a promise that cannot itself be rejected.
  final func requestCancellation(in trampoline: Trampoline) {
    trampoline.addCancellations(of: withState { $0.requestCancellation() }, observer: self)
  }

  // MARK: - Abandonment

  /// The last reference to what could settle the promise is released. If the promise is pending, that is reported.
  final func loseResolver(_ event: (CreationSite) -> PromiseDiagnostics.Event) {
    guard isPending else { return }
    let trampoline = enterTrampoline()
    let isAbandoned = abandon(in: trampoline)
    trampoline.leave()
    // After the observers have been scheduled: the hook may wait for one of them.
    if isAbandoned { PromiseDiagnostics.report(event(site), in: context) }
    context?.jobFinished()
  }

  /// Makes the promise stay pending permanently: its observers find no outcome, and a waiting task or thread gets `error`.
  /// Returns whether it was pending before.
  final func settleNever(_ error: any Error, in trampoline: Trampoline) -> Bool {
    var storage = OutcomeStorage()
    storage.fill(error: error)
    if settle(as: Flag.neverSettles, storage, cancelsUpstream: false, in: trampoline) { return true }
    storage.clear((any Error).self)
    return false
  }

  /// What this promise waits for has been abandoned: so is this promise, or it stays pending as well.
  final func abandon(with source: AnyPromise, in trampoline: Trampoline) {
    if source.neverSettles { _ = settleNever(source.storage.error, in: trampoline) } else { abandon(in: trampoline) }
  }

  /// The observers of an unowned promise that is deallocated while pending.
  final func takeObservers() -> [_PromiseObserver] { isUnowned ? withState { $0.takeObservers() } : [] }
}
