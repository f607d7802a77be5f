import CPromiseCore

/// A promise or a guarantee, without the type of its value.
///
/// Use it to cancel promises of different types together, to inspect their state, or to follow their progress:
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
///
/// The value refers to the promise, which lives at least as long. Two values are equal if they refer to the same promise.
public struct AnyPromise: Sendable {
  // The engine uses promises and guarantees of all types as promises of `Erased`, and only by means of this structure. That
  // is possible because every object begins with the same header, and because neither class has a method that is
  // overridden: what differs is data. `PromiseHeaderLayoutTests` compares the layouts.
  /// The promise or guarantee.
  @usableFromInline package let object: Promise<Erased>

  /// Erases the type of a promise or a guarantee.
  @inlinable @inline(__always)
  package init(object: some AnyObject) {
    self.object = reference(object, as: Promise<Erased>.self)
  }

  /// Erases the type of a promise.
  ///
  /// - Parameter promise: The promise to refer to.
  @inlinable
  public init<Value>(_ promise: Promise<Value>) { self.init(object: promise) }

  /// Erases the type of a guarantee.
  ///
  /// - Parameter guarantee: The guarantee to refer to.
  @inlinable
  public init<Value>(_ guarantee: Guarantee<Value>) { self.init(object: guarantee) }

  /// The identity of the promise.
  @inlinable
  package var id: ObjectIdentifier { ObjectIdentifier(object) }

  /// The promise or guarantee as an object of an unknown class, for dynamic casts. With optimization, the compiler would
  /// take a cast of `object` to another class for one that always fails.
  package var dynamicObject: any AnyObject & Sendable {
    let object: AnyObject = Unmanaged.fromOpaque(Unmanaged.passUnretained(object).toOpaque()).takeUnretainedValue()
    return unsafeBitCast(object, to: (any AnyObject & Sendable).self)
  }

  /// Returns the promise or guarantee as an object of its class, which the caller must know.
  @inlinable @inline(__always)
  package func unerased<Object: AnyObject>(to type: Object.Type) -> Object {
    reference(object, as: type)
  }

  /// The context of a promise that is derived from this one: the context of the test that derives it, or else this
  /// promise's context.
  @inline(never)
  var contextOfDerived: PromiseContext? {
    guard let context else { return .ofNewPromise() }
    return PromiseContext.ofCurrentTest ?? context
  }

  /// Records that code outside of the library has received a resolver of the promise, which may settle it.
  @usableFromInline
  func noteHandedOut() {
    record(.resolverHandedOut)
  }

  /// Calls `body` with the state machine, under the lock.
  func withState<Result: ~Copyable & Sendable>(_ body: (inout PromiseStateMachine) -> Result) -> Result {
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
  package func enterTrampoline() -> Trampoline {
    context?.jobEnqueued()
    return .enter()
  }

  /// Leaves the trampoline, which drains its lists, and ends the job that ``enterTrampoline()`` began.
  @usableFromInline
  package func leave(_ trampoline: Trampoline) {
    trampoline.leave()
    context?.jobFinished()
  }

  // MARK: - Observing

  /// Adds an observer to the list. If the outcome has been delivered already, the trampoline delivers it to the
  /// observer.
  @usableFromInline
  package func attach(_ observer: consuming Observer, in trampoline: Trampoline) {
    if let late = append(observer) { trampoline.deliverLate(self, to: late) }
  }

  /// Adds an observer to the list. If the outcome has been delivered already, the observer is scheduled before this
  /// call returns.
  @usableFromInline
  package func attach(_ observer: consuming Observer) {
    guard let late = append(observer) else { return }
    let trampoline = Trampoline.enter()
    trampoline.deliverLate(self, to: late)
    trampoline.leave()
  }

  /// Adds an observer that does not count as a consumer, so that the promise is canceled when its consumers are. If the
  /// outcome has been delivered already, the observer is scheduled before this call returns.
  package func attach(aside observer: Observer) {
    var late: Observer? = observer
    var departure = Departure()
    let trampoline = Trampoline.enter()
    if !isDelivered {
      withLock {
        guard stateMachine.isPending || changeFlags({ $0.joiningDelivery() }) else { return }
        stateMachine.attach(late.take()!)
        // Under the same lock: another consumer that departs in between would not be the last one.
        stateMachine.depart(nil, &departure)
      }
    }
    trampoline.release(departure)
    if let late { trampoline.deliverLate(self, to: late) }
    trampoline.leave()
  }

  /// Adds an observer to the list, or returns it if the outcome has been delivered already.
  @inline(__always)
  private func append(_ observer: consuming Observer) -> Observer? {
    var observer: Observer? = consume observer
    if !isDelivered {
      withLock {
        guard stateMachine.isPending || changeFlags({ $0.joiningDelivery() }) else { return }
        stateMachine.attach(observer.take()!)
      }
    }
    return observer
  }

  /// Ends the delivery of the outcome, or returns `false` if observers have joined it.
  @inline(__always)
  func endDelivery() -> Bool { changeFlags { $0.endingDelivery() } }

  /// Removes and returns the observers that have joined the delivery.
  @inline(never)
  func takeJoined() -> ObserverList.Many? {
    withState { state in
      clearFlags(.joined)
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
  ///   - unlessWanted: Whether to settle the promise only if it has no consumer.
  ///   - trampoline: The trampoline that delivers the outcome.
  /// - Returns: Whether this call has settled the promise.
  @usableFromInline @inline(never)
  func settle(
    flags settledFlags: PromiseFlags, _ outcome: OutcomeStorage, cancelsUpstream: Bool, unlessWanted: Bool = false,
    in trampoline: Trampoline
  ) -> Bool {
    var flagsBefore: PromiseFlags = []
    var batch = ObserverBatch()
    var released = ReleasedTargets()
    let wasPending = withLock {
      if unlessWanted, stateMachine.hasConsumer { return false }
      guard stateMachine.settle(cancelsUpstream: cancelsUpstream, &batch, &released) else { return false }
      storage = outcome
      promise_core_count_ended()  // before another thread can see the outcome
      let rest: PromiseFlags = batch.first == nil ? .delivered : []
      flagsBefore = publishFlags(settledFlags.union(rest))
      return true
    }
    guard wasPending else { return false }
    if flagsBefore.contains(.boxed) { recordSettlement(after: released) }
    finish(consume released, consume batch, in: trampoline)
    if flagsBefore.contains(.tracksProgress), !settledFlags.isEmpty { PromiseProgress.end(self, in: trampoline) }
    return true
  }

  /// Settles the promise with a value, unless it is settled. Returns whether it was pending.
  @inlinable @inline(__always) @discardableResult
  package func fulfill<Value>(
    with value: Value, isHandled: Bool = false, cancelsUpstream: Bool = false, in trampoline: Trampoline
  ) -> Bool {
    var storage = OutcomeStorage()
    storage.fill(value)
    let flags: PromiseFlags = isHandled ? [.settled, .fulfilled, .handled] : [.settled, .fulfilled]
    if settle(flags: flags, storage, cancelsUpstream: cancelsUpstream, in: trampoline) { return true }
    storage.clear(Value.self)
    return false
  }

  /// Rejects the promise, unless it is settled. Returns whether it was pending.
  @usableFromInline @discardableResult
  package func reject(
    with error: any Error, isHandled: Bool = false, cancelsUpstream: Bool = false, unlessWanted: Bool = false,
    in trampoline: Trampoline
  ) -> Bool {
    var storage = OutcomeStorage()
    storage.fill(error: error)
    let flags: PromiseFlags = isHandled ? [.settled, .rejected, .handled] : [.settled, .rejected]
    if settle(flags: flags, storage, cancelsUpstream: cancelsUpstream, unlessWanted: unlessWanted, in: trampoline) {
      return true
    }
    storage.clear((any Error).self)
    return false
  }

  /// Rejects a promise with `CancellationError`, or notifies the cancellation targets of a guarantee.
  ///
  /// - Parameters:
  ///   - unlessWanted: Whether to do so only if the promise has no consumer.
  ///   - trampoline: The trampoline of the current thread.
  @usableFromInline
  package func cancel(unlessWanted: Bool = false, in trampoline: Trampoline) {
    if isGuarantee {
      requestCancellation(unlessWanted: unlessWanted, in: trampoline)
    } else {
      reject(with: CancellationError(), cancelsUpstream: true, unlessWanted: unlessWanted, in: trampoline)
    }
  }

  /// Abandons the promise: nothing can settle it any longer. Returns whether it was pending.
  ///
  /// A promise is rejected, unless it is to stay pending. A guarantee cannot be rejected: its observers find no outcome.
  @usableFromInline @discardableResult
  package func abandon(in trampoline: Trampoline) -> Bool {
    // race boolean: Another thread must settle the promise after the caller has found it pending.
    guard !isSettled else { return false }
    let error = PromiseError.abandoned(file: site.file, line: site.line)
    if loadFlags().contains(.staysPending) { return settleNever(error, in: trampoline) }
    if isGuarantee { return settle(flags: [], OutcomeStorage(), cancelsUpstream: false, in: trampoline) }
    return reject(with: error, isHandled: true, in: trampoline)
  }

  /// Notifies the cancellation targets of a promise that has settled, and adds a delivery to its observers.
  @inline(__always)
  private func finish(
    _ released: consuming ReleasedTargets, _ batch: consuming ObserverBatch, in trampoline: Trampoline
  ) {
    if released.action != .nothing { dispose(of: released, in: trampoline) }
    guard let first = batch.first.take() else {
      context?.promiseSettled()
      return
    }
    trampoline.addDelivery(to: first, batch.others.take(), of: self)
  }

  /// Tells the recorder of the context, if there is one, that the promise has settled.
  @inline(never)
  private func recordSettlement(after released: borrowing ReleasedTargets) {
    record?.promiseSettled(self) { released.targets.all.flatMap(\.awaitedPromises) }
  }

  /// Notifies the cancellation targets that the promise has released, and lets the trampoline release them.
  @inline(never)
  private func dispose(of released: borrowing ReleasedTargets, in trampoline: Trampoline) {
    let targets = released.targets.all
    switch released.action {
    case .nothing: break
    // A canceled guarantee has departed before, but its observers still waited for an outcome.
    case .drop: for target in targets { target.observerIsSuperfluous(in: trampoline) }
    case .depart where !targets.contains(where: \.isPendingAdoption):
      for target in targets { target.consumerDeparts(in: trampoline) }
    // If an adopted promise is pending, the bypassed promise was canceled, and this one with it.
    case .depart, .cancel: trampoline.addCancellations(of: targets, observer: isDerived ? .derived(self) : nil)
    }
    trampoline.release(released)
  }
}

extension AnyPromise: Hashable {
  /// Returns whether two values refer to the same promise.
  @inlinable
  public static func == (a: AnyPromise, b: AnyPromise) -> Bool { a.object === b.object }

  /// Hashes the identity of the promise.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}

extension AnyPromise: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The description of the promise or guarantee.
  public var description: String { String(describing: dynamicObject) }

  /// The debug description of the promise or guarantee.
  public var debugDescription: String { String(reflecting: dynamicObject) }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AnyPromise: Consumer {
  package var isStale: Bool { isSettled }

  package var waitingParty: WaitingParty { .promise(self) }
}

/// Returns a reference as one to another class, without a check.
///
/// Debug builds would check `unsafeDowncast`, a reference from an `Unmanaged` would be retained, and where both types are
/// known to be classes, the compiler warns of `unsafeBitCast`.
@inlinable @inline(__always)
func reference<Reference, Other>(_ reference: Reference, as type: Other.Type) -> Other {
  unsafeBitCast(reference, to: type)
}
