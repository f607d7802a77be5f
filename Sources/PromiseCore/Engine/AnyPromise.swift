/// A promise or a guarantee, without the type of its value.
///
/// This class is the superclass of ``Promise`` and ``Guarantee``. Use it to cancel promises of different types
/// together, to inspect their state, or to follow their progress:
///
/// ```swift
/// final class PendingWork {
///   private var pending: [AnyPromise] = []
///
///   func cancelAll() {
///     for promise in pending { promise.cancel() }
///   }
/// }
/// ```
public class AnyPromise: _PromiseObserver, @unchecked Sendable {
  /// The flags of the promise, which snapshots read without locking, and the lock.
  ///
  /// This is the first stored property, as `LockAndFlags` requires. The layout of a promise on a 64-bit system:
  ///
  /// | Bytes | Part |
  /// | --- | --- |
  /// | 16 | the object header |
  /// | 8 | `lockAndFlags` |
  /// | 16 | `stateMachine`: the observer list and the cancellation targets |
  /// | 8 | `record` |
  /// | 16 | `storage` |
  /// | 40 | `reaction`, in a `DerivedPromise` or a `DerivedGuarantee` only |
  @exclusivity(unchecked) @usableFromInline final var lockAndFlags: LockAndFlags
  // Guarded by the lock. `unchecked` because the lock already prevents overlapping accesses, and the runtime's
  // exclusivity check would cost more than most of those accesses.
  @exclusivity(unchecked) final var stateMachine: PromiseStateMachine
  private let record: CreationRecord
  // Guarded by the state machine: the only thread that fills the storage is the one for which `settle` succeeds. It
  // does so before it publishes the flag `settled` or `neverSettles`, and other threads read the storage only after
  // they have seen one of these flags.
  /// The outcome: a value of the type that the subclass knows, or an `any Error`.
  @exclusivity(unchecked) @usableFromInline final var storage = OutcomeStorage()

  /// Creates a promise, which is pending if `flags` is 0 and settled otherwise.
  @usableFromInline
  init(site: CreationSite, context: PromiseContext?, flags: UInt16) {
    let isBox: Bool
    (record, isBox) = CreationRecord.make(site, context)
    stateMachine = flags == 0 ? PromiseStateMachine() : .settled
    lockAndFlags = LockAndFlags(flags: isBox ? flags | Flag.boxed : flags)
    super.init()
    if let context { context.promiseCreated(self, isPending: flags == 0) }
  }

  /// Creates a pending promise that waits for `source`.
  ///
  /// Most promises belong to no context and have a short site. A separate path for them saves 16 instructions.
  @usableFromInline
  init(from source: consuming AnyPromise, _ site: CreationSite, flags: UInt16) {
    if source.loadFlags() & (Flag.boxed | Flag.unowned) == 0, !PromiseContext.isInstrumented,
      let short = CreationRecord(short: site)
    {
      record = short
      stateMachine = PromiseStateMachine(target: .promise(consume source))
      lockAndFlags = LockAndFlags(flags: flags)
      super.init()
    } else {
      let context = source.contextOfDerived
      let isBox: Bool
      (record, isBox) = CreationRecord.make(site, context)
      stateMachine = Self.stateOfDerived(from: source)
      lockAndFlags = LockAndFlags(flags: isBox ? flags | Flag.boxed : flags)
      super.init()
      if let context { context.promiseCreated(self, isPending: true) }
    }
  }

  /// Returns the state of a promise that waits for `source`, and retains it unless it is unowned.
  @inline(never)
  private static func stateOfDerived(from source: AnyPromise) -> PromiseStateMachine {
    PromiseStateMachine(target: source.isUnowned ? .unownedPromise(WeakPromise(source)) : .promise(source))
  }

  deinit {
    let flags = loadFlags()
    if flags & (Flag.settled | Flag.neverSettles) == 0 {
      leaveTargets(wasCanceled: flags & Flag.canceledGuarantee != 0)
    }
    if flags & Flag.tracksProgress != 0 { PromiseProgress.release(self) }
    if flags & Flag.boxed != 0 {
      context?.promiseDeallocated(self, isPending: stateMachine.isPending)
      record.releaseBox()
    }
  }

  /// The creation site of the promise.
  @usableFromInline
  package final var site: CreationSite { record.site(isBox: hasBoxedRecord) }

  /// The context that the promise belongs to, or `nil` outside of tests and traced programs.
  @usableFromInline
  override package final var context: PromiseContext? { hasBoxedRecord ? record.contextInBox : nil }

  /// Whether the creation record is a box, because the promise belongs to a context or its site does not fit in one
  /// word.
  @inlinable @inline(__always)
  package final var hasBoxedRecord: Bool { loadFlags() & Flag.boxed != 0 }

  /// The context of a promise that is derived from this one: the context of the test that derives it, or else this
  /// promise's context.
  @inline(never)
  final var contextOfDerived: PromiseContext? {
    guard let context else { return .ofNewPromise() }
    return PromiseContext.ofCurrentTest ?? context
  }

  /// Records that code outside of the library has received a resolver of the promise, which may settle it.
  @usableFromInline
  final func noteHandedOut() {
    record(.resolverHandedOut)
  }

  /// Calls `body` with the state machine, under the lock.
  final func withState<Result: ~Copyable & Sendable>(_ body: (inout PromiseStateMachine) -> Result) -> Result {
    withLock { body(&stateMachine) }
  }

  /// Enters this thread's trampoline, for code outside of the trampoline that may settle the promise.
  ///
  /// The caller must balance this call with ``leave(_:)``. Code that only attaches observers calls
  /// `Trampoline.enter()`.
  ///
  /// The context counts a job before the outcome becomes visible, so that it never appears idle while handlers have yet
  /// to be scheduled.
  @usableFromInline
  package final func enterTrampoline() -> Trampoline {
    context?.jobEnqueued()
    return .enter()
  }

  /// Leaves the trampoline, which drains its lists, and ends the job that ``enterTrampoline()`` began.
  @usableFromInline
  package final func leave(_ trampoline: Trampoline) {
    trampoline.leave()
    context?.jobFinished()
  }

  // MARK: - Observing

  /// Adds an observer to the list. If the outcome has been delivered already, the trampoline delivers it to the
  /// observer.
  @usableFromInline
  package final func attach(_ observer: consuming _PromiseObserver, in trampoline: Trampoline) {
    if let late = append(observer) { trampoline.deliverLate(self, to: late) }
  }

  /// Adds an observer to the list. If the outcome has been delivered already, the observer is scheduled before this
  /// call returns.
  @usableFromInline
  package final func attach(_ observer: consuming _PromiseObserver) {
    guard let late = append(observer) else { return }
    let trampoline = Trampoline.enter()
    trampoline.deliverLate(self, to: late)
    trampoline.leave()
  }

  /// Adds an observer to the list, or returns it if the outcome has been delivered already.
  @inline(__always)
  private final func append(_ observer: consuming _PromiseObserver) -> _PromiseObserver? {
    var observer: _PromiseObserver? = consume observer
    if !isDelivered {
      withLock {
        guard stateMachine.isPending || changeFlags(DeliveryFlags.joining) else { return }
        stateMachine.attach(observer.take()!)
      }
    }
    return observer
  }

  /// Ends the delivery of the outcome, or returns `false` if observers have joined it.
  @inline(__always)
  final func endDelivery() -> Bool { changeFlags(DeliveryFlags.ending) }

  /// Removes and returns the observers that have joined the delivery.
  @inline(never)
  final func takeJoined() -> ObserverList.Many? {
    withState { state in
      clearFlags(DeliveryFlags.joined)
      return state.takeJoined()
    }
  }

  // MARK: - Settling

  /// Settles the promise, unless it is settled.
  ///
  /// - Parameters:
  ///   - settledFlags: The flags that describe the outcome, or 0 if there is none.
  ///   - outcome: A value or an error. If this method returns `false`, the caller must release it.
  ///   - cancelsUpstream: Whether to notify the cancellation targets that their outcome is no longer wanted.
  ///   - trampoline: The trampoline that delivers the outcome.
  /// - Returns: Whether the promise was pending.
  @usableFromInline @inline(never)
  final func settle(
    as settledFlags: UInt16, _ outcome: OutcomeStorage, cancelsUpstream: Bool, in trampoline: Trampoline
  ) -> Bool {
    var flagsBefore: UInt16 = 0
    var batch = ObserverBatch()
    var released = ReleasedTargets()
    let wasPending = withLock {
      guard stateMachine.settle(cancelsUpstream: cancelsUpstream, &batch, &released) else { return false }
      storage = outcome
      let rest = batch.first == nil ? DeliveryFlags.delivered : 0
      flagsBefore = publishFlags(settledFlags | rest)
      return true
    }
    guard wasPending else { return false }
    finish(consume released, consume batch, in: trampoline)
    if flagsBefore & Flag.tracksProgress != 0, settledFlags != 0 { PromiseProgress.end(self, in: trampoline) }
    return true
  }

  /// Abandons a guarantee, which never has an outcome after that. Returns whether it was pending.
  final func settleWithoutOutcome(in trampoline: Trampoline) -> Bool {
    settle(as: 0, OutcomeStorage(), cancelsUpstream: false, in: trampoline)
  }

  /// Notifies the cancellation targets of a promise that has settled, and adds a delivery to its observers.
  @inline(__always)
  private final func finish(
    _ released: consuming ReleasedTargets, _ batch: consuming ObserverBatch, in trampoline: Trampoline
  ) {
    if released.action != .nothing { dispose(of: released, in: trampoline) }
    guard let first = batch.first.take() else {
      context?.promiseSettled()
      return
    }
    trampoline.addDelivery(to: first, batch.others.take(), of: self)
  }

  /// Notifies the cancellation targets that the promise has released, and lets the trampoline release them.
  @inline(never)
  private final func dispose(of released: borrowing ReleasedTargets, in trampoline: Trampoline) {
    let targets = released.targets.all
    switch released.action {
    case .nothing: break
    // A canceled guarantee has departed before, but its observers still waited for an outcome.
    case .drop: for target in targets { target.observerIsSuperfluous(in: trampoline) }
    case .depart where !targets.contains(where: \.isPendingAdoption):
      for target in targets { target.consumerDeparts(in: trampoline) }
    // If an adopted promise is pending, the bypassed promise was canceled, and this one with it.
    case .depart, .cancel: trampoline.addCancellations(of: targets, observer: self)
    }
    trampoline.release(released)
  }

  // MARK: - Methods to override

  /// Abandons the promise: nothing can settle it any longer. Returns whether it was pending.
  @discardableResult
  func abandon(in trampoline: Trampoline) -> Bool {
    // unreachable: The only subclass overrides this method.
    preconditionFailure("Subclasses must override this method.")
  }

  /// Rejects a promise with `CancellationError`, or notifies the cancellation targets of a guarantee.
  func cancel(in trampoline: Trampoline) {
    // unreachable: The only subclass overrides this method.
    preconditionFailure("Subclasses must override this method.")
  }

  /// Returns the observer with which the promise adopts the outcome of another promise.
  @usableFromInline
  func adoptingObserver(_ adopt: @escaping Reaction.Operator) -> _PromiseObserver { AdoptingObserver(self, adopt) }

  override package final var isStale: Bool { isSettled }

  override package final var waitingParty: WaitingParty { .promise(self) }
}

extension AnyPromise: Consumer {}
