/// A promise or a guarantee, without the type of its value.
///
/// Every ``Promise`` and every ``Guarantee`` is one. Use it to cancel promises of different types together, to look at
/// their state, or to follow their progress:
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
  /// `Flag`s, so that a snapshot needs no lock; and the lock.
  @exclusivity(unchecked) @usableFromInline final var lockAndFlags: LockAndFlags
  // Guarded by the lock. `unchecked`, because the lock sees to it that no two accesses overlap, and the runtime's check costs
  // more than most of them.
  @exclusivity(unchecked) final var stateMachine: PromiseStateMachine
  private let record: CreationRecord
  // Guarded by the state machine: filled once, by the thread whose `settle` the state machine accepted, before the flag
  // `settled` is published; read only by threads that have seen that flag.
  /// The outcome: a value, of the type that the subclass knows, or an `any Error`.
  @exclusivity(unchecked) @usableFromInline final var storage = OutcomeStorage()

  /// Creates a pending promise, or, with `flags` that say so, a settled one.
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
  @usableFromInline
  init(from source: consuming AnyPromise, _ site: CreationSite, flags: UInt16) {
    let context = source.contextOfDerived
    let isBox: Bool
    (record, isBox) = CreationRecord.make(site, context)
    if source.isUnowned {
      stateMachine = PromiseStateMachine(target: .unownedPromise(WeakPromise(source)))
    } else {
      stateMachine = PromiseStateMachine(target: .promise(consume source))
    }
    lockAndFlags = LockAndFlags(flags: isBox ? flags | Flag.boxed : flags)
    super.init()
    if let context { context.promiseCreated(self, isPending: true) }
  }

  deinit {
    let flags = loadFlags()
    if flags & Flag.tracksProgress != 0 { PromiseProgress.end(self, isFulfilled: false) }
    if flags & Flag.boxed != 0 {
      context?.promiseDeallocated(self, isPending: stateMachine.isPending)
      record.releaseBox()
    }
  }

  /// Where the promise was created.
  @usableFromInline
  package final var site: CreationSite { record.site(isBox: hasBoxedRecord) }

  /// The context that the promise belongs to; `nil` outside of tests.
  @usableFromInline
  override package final var context: PromiseContext? { hasBoxedRecord ? record.contextInBox : nil }

  /// Whether the creation record is a box: the promise belongs to a context, or its site does not fit.
  @inlinable @inline(__always)
  package final var hasBoxedRecord: Bool { loadFlags() & Flag.boxed != 0 }

  /// The context of a promise that is derived from this one: that of the test that derives it, or that of this promise.
  @inline(__always)
  final var contextOfDerived: PromiseContext? {
    guard let context else { return .ofNewPromise() }
    return PromiseContext.ofCurrentTest ?? context
  }

  /// Tells the instrument that code outside of the library is given what settles the promise.
  @usableFromInline
  final func noteHandedOut() { context?.instrument?.promiseHandedOut(self) }

  /// Looks at the state machine, or makes an event happen in it.
  final func withState<Result: ~Copyable & Sendable>(_ body: (inout PromiseStateMachine) -> Result) -> Result {
    withLock { body(&stateMachine) }
  }

  /// Enters this thread's trampoline to do what may settle the promise: for code outside of the trampoline, which
  /// ``leave(_:)`` has to follow. Code that only attaches to promises enters with `Trampoline.enter()`.
  ///
  /// The context counts that as a job before anyone can see an outcome, so that it never finds nothing under way while
  /// handlers are yet to come.
  @usableFromInline
  package final func enterTrampoline() -> Trampoline {
    context?.jobEnqueued()
    return .enter()
  }

  /// Leaves the trampoline, which drains its lists, and ends the job.
  @usableFromInline
  package final func leave(_ trampoline: Trampoline) {
    trampoline.leave()
    context?.jobFinished()
  }

  // MARK: - Observing

  /// Adds an observer to the list. If the promise has come to rest, the trampoline delivers to the observer.
  @usableFromInline
  package final func attach(_ observer: consuming _PromiseObserver, in trampoline: Trampoline) {
    if let late = append(observer) { trampoline.deliverLate(self, to: late) }
  }

  /// Adds an observer to the list. If the promise has come to rest, the observer is scheduled before this call returns.
  @usableFromInline
  package final func attach(_ observer: consuming _PromiseObserver) {
    guard let late = append(observer) else { return }
    let trampoline = Trampoline.enter()
    trampoline.deliverLate(self, to: late)
    trampoline.leave()
  }

  /// Adds an observer to the list. Returns it if the promise has come to rest.
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

  /// Ends the delivery of the outcome. Returns `false` if observers have joined it.
  @inline(__always)
  final func endDelivery() -> Bool { changeFlags(DeliveryFlags.ending) }

  /// Takes the observers that have joined the delivery.
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
  ///   - settledFlags: What is known of the outcome; 0 if there is none.
  ///   - outcome: A value or an error. If the promise was settled before, the caller releases it.
  ///   - cancelsUpstream: Whether what the promise waits for is told that its outcome is not wanted any more.
  ///   - trampoline: Delivers the outcome.
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
    if flagsBefore & Flag.tracksProgress != 0, settledFlags != 0 {
      PromiseProgress.end(self, isFulfilled: settledFlags & Flag.fulfilled != 0, in: trampoline)
    }
    return true
  }

  /// A guarantee comes to rest without an outcome. Returns whether it was pending.
  final func settleWithoutOutcome(in trampoline: Trampoline) -> Bool {
    settle(as: 0, OutcomeStorage(), cancelsUpstream: false, in: trampoline)
  }

  /// Tells the targets of a promise that has settled, and delivers to its observers.
  @inline(__always)
  private final func finish(
    _ released: consuming ReleasedTargets, _ batch: consuming ObserverBatch, in trampoline: Trampoline
  ) {
    if released.action != .drop { notify(released, in: trampoline) }
    guard let first = batch.first.take() else {
      context?.promiseSettled()
      return
    }
    trampoline.addDelivery(to: first, batch.others.take(), of: self)
  }

  /// Tells the targets that a promise has given up.
  @inline(never)
  private final func notify(_ released: borrowing ReleasedTargets, in trampoline: Trampoline) {
    let targets = released.targets.all
    if released.action == .cancel {
      trampoline.addCancellations(of: targets, observer: self)
    } else {
      for target in targets { target.consumerDeparts() }
    }
  }

  // MARK: - Overridden where it depends on the outcome

  /// No reference is left to what could settle the promise. Returns whether that changed anything.
  @discardableResult
  func abandon(in trampoline: Trampoline) -> Bool { preconditionFailure("Subclasses must override this method.") }

  /// Rejects a promise with `CancellationError`; tells what a guarantee waits for.
  func cancel(in trampoline: Trampoline) { preconditionFailure("Subclasses must override this method.") }

  /// The observer with which the promise adopts the outcome of another.
  @usableFromInline
  func adoptingObserver(_ adopt: @escaping Reaction.Operator) -> _PromiseObserver { AdoptingObserver(self, adopt) }

  override package final var isStale: Bool { isSettled }
}

extension AnyPromise: Consumer {}
