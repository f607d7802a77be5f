extension AnyPromise {
  /// Cancels the promise, because its outcome is no longer wanted.
  ///
  /// A pending ``Promise`` is rejected with `CancellationError`, and its producer is notified: the handlers of
  /// ``Resolver/onCancel(_:)`` are called, the task that would settle the promise is canceled, and a timer is removed.
  /// A pending ``Guarantee`` cannot be rejected: its producer is notified, and the guarantee stays pending until the
  /// producer fulfills it.
  ///
  /// Cancellation travels upstream. A canceled promise stops being a consumer of the promise from which it was derived,
  /// and a promise that loses its last consumer is canceled as well.
  ///
  /// Canceling a promise that has settled or that has been canceled before has no effect. You can call this method from
  /// any thread.
  @Sendable public func cancel() {
    let trampoline = enterTrampoline()
    trampoline.withoutCollecting { cancel(in: trampoline) }
    leave(trampoline)
  }

  /// Whether cancellation was requested while the promise was pending.
  @usableFromInline
  package var isCancelRequested: Bool { withState { $0.isCancelRequested } }

  /// The cancellation target for a promise that waits for this one.
  @usableFromInline
  var asTarget: CancellationTarget { isUnowned ? .unownedPromise(WeakPromise(self)) : .promise(self) }

  /// Adds a cancellation target. If the promise has been canceled already, the target is notified immediately.
  ///
  /// - Parameters:
  ///   - target: The target to add.
  ///   - replacing: Whether the target replaces the current targets, which have nothing left to do.
  ///   - trampoline: The trampoline that notifies the target.
  @usableFromInline
  package func addTarget(_ target: CancellationTarget, replacing: Bool = false, in trampoline: Trampoline) {
    var replaced = ReleasedTargets()
    let addition = withLock { stateMachine.add(target, replacing: replacing, replaced: &replaced) }
    trampoline.release(replaced)
    switch addition {
    case .notifyNow: trampoline.addCancellation(of: target, observer: isDerived ? .derived(self) : nil)
    case .tooLate: target.consumerDeparts(in: trampoline)
    case .added, .superseded: break
    }
    if replacing, tracksProgress { PromiseProgress.renew(self, in: trampoline) }
  }

  /// Adds a cancellation target, outside of the trampoline.
  @usableFromInline
  package func addTarget(_ target: CancellationTarget) {
    let trampoline = Trampoline.enter()
    addTarget(target, in: trampoline)
    trampoline.leave()
  }

  /// Records that the producer waits for `source` and cancels it by itself. The progress of `source` becomes the progress
  /// of this promise.
  package func noteAwaited(_ source: AnyPromise) {
    let trampoline = Trampoline.enter()
    addTarget(.awaiting(source), in: trampoline)
    if tracksProgress { PromiseProgress.renew(self, in: trampoline) }
    trampoline.leave()
  }

  // MARK: - Consumers

  /// Removes a consumer that was canceled. If it was the last one, cancels this promise as well.
  ///
  /// - Parameter observer: The observer of that consumer, which releases its handler.
  package func consumerCancels(_ observer: Observer?, in trampoline: Trampoline) {
    // Between the two calls, another consumer may attach, which then wants the outcome.
    if consumerDeparts(observer, in: trampoline) { cancel(unlessWanted: true, in: trampoline) }
    // A canceled consumer ignores the error, whether it arrives before or after the cancellation.
    if isSettled { markObserved() }
  }

  /// Removes a consumer that no longer wants the outcome. Returns whether it was the last one.
  @discardableResult
  package func consumerDeparts(_ observer: Observer?, in trampoline: Trampoline) -> Bool {
    var departure = Departure()
    withLock { stateMachine.depart(observer, &departure) }
    defer { trampoline.release(departure) }
    return departure.wasLast
  }

  /// Removes a consumer that no longer wants the outcome, outside of the trampoline.
  package func consumerDeparts(_ observer: Observer?) {
    var departure = Departure()
    withLock { stateMachine.depart(observer, &departure) }
    Trampoline.addLater { $0.release(departure) }
  }

  /// Notifies the cancellation targets of a promise that cannot itself be rejected.
  func requestCancellation(unlessWanted: Bool, in trampoline: Trampoline) {
    let (targets, adopters) = withState { state -> ([CancellationTarget], [Adopter]) in
      if unlessWanted, state.hasConsumer { return ([], []) }
      setFlags(.canceledGuarantee)
      let targets = state.requestCancellation()
      // Without targets, no adopter was redirected to one.
      return (targets, targets.isEmpty ? [] : state.allObservers.compactMap(\.adopter))
    }
    trampoline.addCancellations(of: targets, observer: nil)  // A guarantee keeps its handler.
    for adopter in adopters { adopter.promise.middleWasCanceled(self, in: trampoline) }
  }

  /// Removes the weak observers of a promise that is deallocated while it is pending. Only a promise that nothing
  /// retains but such observers is deallocated while it waits for another one.
  @inline(never)
  func leaveTargets(wasCanceled: Bool) {
    let targets = stateMachine.allTargets
    guard !targets.isEmpty else { return }
    Trampoline.addLater { trampoline in
      for target in targets {
        // A canceled guarantee has departed before.
        if wasCanceled {
          target.observerIsSuperfluous(in: trampoline)
          continue
        }
        for promise in target.retainedPromises where promise.consumerDeparts(nil, in: trampoline) {
          // The promises that adopted the outcome of this one observed the other promise as well. They no longer do, so
          // they were canceled meanwhile.
          promise.cancel(unlessWanted: true, in: trampoline)
        }
      }
    }
  }

  // MARK: - Abandonment

  /// Abandons the promise if it is pending, because its last resolver has been released, and reports `event`.
  func releaseResolver(_ event: (CreationSite) -> PromiseDiagnostics.Event) {
    guard isPending else { return }
    let trampoline = enterTrampoline()
    let isAbandoned = abandon(in: trampoline)
    trampoline.leave()
    // The report follows the scheduling of the observers, because the diagnostics handler may wait for one of them.
    if isAbandoned { report(event(site)) }
    context?.jobFinished()
  }

  /// Makes the promise stay pending permanently: its observers find no outcome, and a waiting task or thread receives
  /// `error`. Returns whether the promise was pending.
  func settleNever(_ error: any Error, in trampoline: Trampoline) -> Bool {
    var storage = OutcomeStorage()
    storage.fill(error: error)
    if settle(flags: .neverSettles, storage, cancelsUpstream: false, in: trampoline) { return true }
    storage.clear((any Error).self)  // race drop: Another thread must settle the promise at the same time.
    return false
  }

  /// Abandons this promise because `source` has been abandoned, or makes it stay pending permanently as `source` does.
  func abandon(with source: AnyPromise, in trampoline: Trampoline) {
    if source.neverSettles { _ = settleNever(source.storage.error, in: trampoline) } else { abandon(in: trampoline) }
  }

  /// Removes and returns the observers of an unowned promise that is deallocated while pending.
  func takeObservers() -> [Observer] { isUnowned ? withState { $0.takeObservers() } : [] }
}
