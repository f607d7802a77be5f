public import Synchronization

/// What does not depend on the type of an outcome: the state machine under its lock, and the work that follows from it.
///
/// Not generic, because an overridden method of a generic class runs unspecialised.
public class AnyPromiseEngine: AnyObserver, @unchecked Sendable {
  // Guarded by `lock`; what the subclass adds says itself what guards it. `unchecked`, because the lock sees to it that
  // no two accesses overlap, and the runtime's check costs more than most of them.
  @exclusivity(unchecked) final var settlement: Settlement
  private let place: Place
  final let lock = Lock(())
  /// `Flag`s, so that a snapshot needs no lock.
  @usableFromInline package let flags: Atomic<UInt16>
  // Guarded by the state machine: filled once, by the one whose `settle` the state machine accepted, before the flag
  // `settled` is published; read only by those who have seen that flag.
  /// The outcome: a value, of the type that the subclass knows, or an `any Error`.
  @exclusivity(unchecked) @usableFromInline final var slot = Slot()

  /// One that is pending, or, with `flags` that say so, settled.
  @usableFromInline
  init(origin: Origin, scope: Scope?, flags: UInt16) {
    let isBox: Bool
    (place, isBox) = Place.of(origin, scope)
    settlement = flags == 0 ? Settlement() : .settled
    self.flags = Atomic(isBox ? flags | Flag.boxed : flags)
    super.init()
    if let scope { scope.made(self, isPending: flags == 0) }
  }

  /// One that is pending, and waits for another one.
  @usableFromInline
  init(from source: consuming AnyPromiseEngine, _ origin: Origin, flags: UInt16) {
    let scope = source.hasScope ? source.scopeOfDerived : .ofNewPromise()
    let isBox: Bool
    (place, isBox) = Place.of(origin, scope)
    if source.isOwnerless {
      settlement = Settlement(upstream: .ownerless(WeakEngine(source)))
    } else {
      settlement = Settlement(upstream: .engine(consume source))
    }
    self.flags = Atomic(isBox ? flags | Flag.boxed : flags)
    super.init()
    if let scope { scope.made(self, isPending: true) }
  }

  deinit {
    let flags = flags.load(ordering: .relaxed)
    if flags & Flag.metered != 0 { PromiseProgress.end(self, isFulfilled: false) }
    if flags & Flag.boxed != 0 {
      scope?.gone(self, isPending: settlement.phase == .pending)
      place.releaseBox()
    }
  }

  /// Lets go of the error that it was rejected with, and reports it if nobody has seen it.
  final func emptyOfError() {
    let error = slot.error
    if flags.load(ordering: .relaxed) & (Flag.observed | Flag.handled) == 0, !error.isCancelled {
      PromiseDiagnostics.report(.unhandledRejection(error, file: origin.file, line: origin.line), in: scope)
    }
    slot.empty(of: (any Error).self)
  }

  /// Where it was made.
  package final var origin: Origin { place.origin(isBox: flags.load(ordering: .relaxed) & Flag.boxed != 0) }

  /// The test that this promise belongs to; `nil` unless a test asked.
  @usableFromInline
  package final var scope: Scope? { flags.load(ordering: .relaxed) & Flag.boxed == 0 ? nil : place.scopeInBox }

  /// Does what may settle it from outside of a run. A test counts that before anybody can see the outcome, so as not to
  /// find nothing under way, and handlers yet to come.
  package final func asJob<Result>(_ body: () -> Result) -> Result {
    guard let scope else { return body() }
    scope.jobComes()
    defer { scope.jobGoes() }
    return body()
  }

  /// Somebody is given what settles it.
  @usableFromInline
  final func goesToOtherHands() { scope?.host?.promiseIsInOtherHands(self) }

  /// Whether it belongs to a scope, or may.
  @inlinable @inline(__always)
  package final var hasScope: Bool { flags.load(ordering: .relaxed) & Flag.boxed != 0 }

  /// Looks at the state machine, or makes something happen in it.
  final func withState<Result: ~Copyable & Sendable>(_ body: (inout Settlement) -> Result) -> Result {
    lock.withLock { _ in body(&settlement) }
  }

  // MARK: Observing

  /// Puts an observer in line. If the promise has come to rest, it is served at once, within `run`.
  @usableFromInline
  package final func attach(_ observer: consuming AnyObserver, in run: inout Run) {
    var observer: AnyObserver? = consume observer
    lock.withLock { _ in settlement.attach(&observer) }
    attached(observer, in: &run)
  }

  /// Puts an observer in line. If the promise has come to rest, it is served at once.
  @usableFromInline
  package final func attach(_ observer: consuming AnyObserver) {
    var observer: AnyObserver? = consume observer
    lock.withLock { _ in settlement.attach(&observer) }
    let flags = flags.load(ordering: .acquiring)
    if observer == nil, flags & Flag.orphaned == 0 { return }
    if flags & (Flag.fulfilled | Flag.boxed) == Flag.fulfilled, let late = observer, late.goesByItself(from: self) {
      // It comes late to a promise with a value: there was nothing to be done but to send it where it wants to run.
      return
    }
    var run = Run()
    attached(observer, in: &run)
    run.finish()
  }

  /// Somebody is in line, or is not because the promise has come to rest.
  private final func attached(_ refused: consuming AnyObserver?, in run: inout Run) {
    if let refused {
      var isFirst = false  // the run may belong to another promise: do not go on with this handler in it
      run.bring(self, to: refused, isFirst: &isFirst)
    } else if flags.load(ordering: .relaxed) & Flag.orphaned != 0 {
      giveUp(in: &run)
    }
  }

  /// Serves those in line, in order, until there are none.
  ///
  /// - Parameters:
  ///   - first: The first of them, if it was alone.
  ///   - isFirst: No other observer was sent to an executor before.
  final func deliver(to first: AnyObserver?, isFirst: Bool = true, in run: inout Run) {
    var isFirst = isFirst
    if let first { run.bring(self, to: first, isFirst: &isFirst) }
    while let batch = withState({ $0.nextBatch() }) {
      for observer in batch { run.bring(self, to: observer, isFirst: &isFirst) }
    }
    scope?.settled()
  }

  // MARK: Settling

  /// Settles the promise, unless it is settled. Returns whether this call did it.
  ///
  /// - Parameters:
  ///   - settledFlags: What is known of the outcome.
  ///   - outcome: A value or an error. It is the caller's to let go of if this call did not do it.
  ///   - cancelsUpstream: Those who work for this promise are told that their work is not wanted any more.
  ///   - run: The run in which observers are served.
  @usableFromInline
  final func settle(
    as settledFlags: UInt16, _ outcome: Slot, cancelsUpstream: Bool, in run: inout Run
  ) -> Bool {
    var flagsBefore: UInt16 = 0
    var audience = Audience.nobody
    var upstreams = Upstreams.none
    let isFirst = lock.withLock { _ in
      let isFirst = settlement.settle(cancelled: cancelsUpstream, &audience, &upstreams) { observer in
        // A chain on one queue: its next handler goes on in this run.
        settledFlags & Flag.fulfilled != 0 && run.takes(observer, of: self)
      }
      guard isFirst else { return false }
      slot = outcome
      flagsBefore = flags.bitwiseOr(settledFlags | Flag.settled, ordering: .acquiringAndReleasing).oldValue
      return true
    }
    guard isFirst else { return false }
    if flagsBefore & Flag.metered != 0 { PromiseProgress.end(self, isFulfilled: settledFlags & Flag.fulfilled != 0) }
    if cancelsUpstream { run.tell(upstreams) } else { upstreams.letGo() }
    bring(audience, in: &run)
    return true
  }

  /// A guarantee comes to rest without an outcome. Returns whether it was pending.
  final func comeToRest(in run: inout Run) -> Bool {
    var audience = Audience.nobody
    var upstreams = Upstreams.none
    guard lock.withLock({ _ in settlement.settle(&audience, &upstreams) }) else { return false }
    upstreams.letGo()
    bring(audience, in: &run)
    return true
  }

  /// Has the outcome brought to those who waited for it.
  @inline(__always)
  private final func bring(_ audience: consuming Audience, in run: inout Run) {
    switch consume audience {
    case .served(let observer): run.goOn(with: observer, of: self)
    case .one(let observer):
      if isFulfilled, !hasScope, run.hands(valueOf: self, to: observer) {
        deliver(to: nil, isFirst: false, in: &run)  // whoever has come in the meantime, and may not overtake this one
      } else {
        run.deliver(self, to: observer)
      }
    case .several: run.deliver(self, to: nil)
    case .nobody: scope?.settled()
    }
  }

  // MARK: What depends on the outcome

  /// The value of a promise that is known to be one of this type, and fulfilled.
  @inlinable
  package final func knownValue<Value>(as type: Value.Type) -> Value { slot.value(as: Value.self) }

  /// What stands in the line of a promise that this one is to settle as.
  @usableFromInline
  func follower(_ step: @escaping Link.Step) -> AnyObserver { Follower(self, step) }

  /// Settles with the error of another promise.
  @usableFromInline
  final func reject(as source: AnyPromiseEngine, isHandled: Bool = false, in run: inout Run) {
    var slot = Slot()
    slot.put(error: source.slot.error)
    let handled = isHandled || source.isHandled ? Flag.handled : 0
    if !settle(as: Flag.failed | handled, slot, cancelsUpstream: false, in: &run) { slot.empty(of: (any Error).self) }
  }

  /// Likewise, for a promise whose handler the error passes by.
  @usableFromInline
  final func passOn(errorOf source: AnyPromiseEngine, in run: inout Run) {
    if source.isCaught { markCaught() }
    reject(as: source, in: &run)
  }

  /// Nobody is left who could settle it. Returns whether that changed anything.
  @discardableResult
  func giveUp(in run: inout Run) -> Bool { preconditionFailure("overridden by the engine of each outcome") }

  /// Rejects a promise; asks a guarantee, which cannot be rejected, to hurry.
  func cancel(in run: inout Run) { preconditionFailure("overridden by the engine of each outcome") }

  override package final var isStale: Bool { isSettled }

  override final var ownScope: Scope? { scope }
}

extension AnyPromiseEngine: Consumer {}
