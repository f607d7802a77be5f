/// A promise that an operator returns. It observes its source and holds the operator's reaction to the outcome.
///
/// | State | Event | Transition |
/// | --- | --- | --- |
/// | waiting for its source | an outcome that skips the handler | settles, and drops the reaction |
/// | | another outcome | the handler is scheduled |
/// | | the promise is canceled | settles, and departs from the source, which takes the reaction away |
/// | handler scheduled | the handler runs | uses the reaction up, then settles or adopts another promise |
/// | | the promise is canceled | settles; the work item drops the reaction instead of running the handler |
/// | adopting | the adopted promise has an outcome | settles with that outcome |
/// | | the promise is canceled | settles, and departs from the adopted promise |
///
/// A canceled guarantee does not settle, so it keeps its reaction. While a derived promise waits for its source, the
/// two retain each other, unless the source is unowned. While the handler is scheduled, the job retains both.
@usableFromInline
package protocol Derived<Value, Failure>: AnyPromise {
  associatedtype Value: Sendable
  associatedtype Failure: Error

  /// Creates a pending promise that waits for `source`. The caller must attach it to `source` afterward.
  ///
  /// - Parameters:
  ///   - source: The promise to observe. It becomes the cancellation target.
  ///   - site: The call site of the operator.
  ///   - flags: `AnyPromise.Flag.takesValue` or 0.
  ///   - reaction: The handler, its executor and the operator.
  init(from source: AnyPromise, _ site: CreationSite, flags: UInt16, _ reaction: Reaction)
}

/// A derived promise that can be rejected. The observer list of its source guards the state that it adds.
@usableFromInline
package final class DerivedPromise<Value: Sendable>: Promise<Value>, Derived, @unchecked Sendable {
  // Guarded by the observer list that contains the promise: the thread that adds the promise to the list sets the
  // reaction, and the thread that removes the promise from the list uses it. `nil` once it has been used.
  @exclusivity(unchecked) @usableFromInline var reaction: Reaction?

  @inlinable
  package init(from source: AnyPromise, _ site: CreationSite, flags: UInt16, _ reaction: Reaction) {
    self.reaction = reaction
    super.init(from: source, site, flags: flags)
  }

  override func receive(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    if acceptsValue(of: source) { return Disposition(on: reaction!.executor) }
    return receiveOther(source, in: trampoline)
  }

  /// Receives any other outcome. Out of line, so that `receive` has few registers to save.
  @inline(never)
  private func receiveOther(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    guard takeOutcome(of: source, trampoline, { reaction?.perform }) else {
      trampoline.release(reaction.discard(in: context))
      return .done
    }
    return Disposition(on: reaction!.executor)
  }

  override var executor: HandlerExecutor { reaction?.executor ?? .inline }

  override func run(_ source: AnyPromise, in trampoline: Trampoline) {
    guard trampoline.mayDeliver else { return runBeforeDeliveries(source, in: trampoline) }
    guard let reaction = reaction.take() else { return }
    if isPending { _ = reaction.perform(self, source, .run, reaction.handler, trampoline) }
    trampoline.makeDeliveries()
    withExtendedLifetime(reaction) {}
  }

  /// Runs the handler, which is then released after the deliveries of the outer levels.
  @inline(never)
  private func runBeforeDeliveries(_ source: AnyPromise, in trampoline: Trampoline) {
    guard let reaction = reaction.take() else { return }
    if isPending { _ = reaction.perform(self, source, .run, reaction.handler, trampoline) }
    trampoline.release(.reaction(reaction))
  }

  override func discardHandler() -> Remains { isSettled ? reaction.discard(in: context) : .none }

  deinit { if reaction != nil { releaseReaction() } }

  @inline(never)
  private func releaseReaction() { reaction.discard(in: context).release() }

  override func adoptingObserver(_ adopt: @escaping Reaction.Operator) -> _PromiseObserver {
    resetForAdoption()
    reaction = Reaction(on: .adoption(.shared), ErasedHandler(), adopt)
    return self
  }

  override var adopter: Adopter? {
    reaction?.isAdoption == true ? Adopter(promise: self, adopt: reaction!.perform) : nil
  }
}

/// The `Guarantee` counterpart of `DerivedPromise`. Swift has no multiple inheritance, so these lines exist twice.
///
/// An extension of `Derived` could hold the bodies, but it would read `reaction` through an accessor, which copies the
/// whole reaction. That adds 128 instructions (3%) to each adoption.
@usableFromInline
package final class DerivedGuarantee<Value: Sendable>: Guarantee<Value>, Derived, @unchecked Sendable {
  // Guarded by the observer list, as in `DerivedPromise`.
  @exclusivity(unchecked) @usableFromInline var reaction: Reaction?

  @inlinable
  package init(from source: AnyPromise, _ site: CreationSite, flags: UInt16, _ reaction: Reaction) {
    self.reaction = reaction
    super.init(from: source, site, flags: flags)
  }

  override func receive(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    if acceptsValue(of: source) { return Disposition(on: reaction!.executor) }
    return receiveOther(source, in: trampoline)
  }

  /// Receives any other outcome. Out of line, so that `receive` has few registers to save.
  @inline(never)
  private func receiveOther(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    guard takeOutcome(of: source, trampoline, { reaction?.perform }) else {
      trampoline.release(reaction.discard(in: context))
      return .done
    }
    return Disposition(on: reaction!.executor)
  }

  override var executor: HandlerExecutor { reaction?.executor ?? .inline }

  override func run(_ source: AnyPromise, in trampoline: Trampoline) {
    guard trampoline.mayDeliver else { return runBeforeDeliveries(source, in: trampoline) }
    guard let reaction = reaction.take() else { return }
    if isPending { _ = reaction.perform(self, source, .run, reaction.handler, trampoline) }
    trampoline.makeDeliveries()
    withExtendedLifetime(reaction) {}
  }

  /// Runs the handler, which is then released after the deliveries of the outer levels.
  @inline(never)
  private func runBeforeDeliveries(_ source: AnyPromise, in trampoline: Trampoline) {
    guard let reaction = reaction.take() else { return }
    if isPending { _ = reaction.perform(self, source, .run, reaction.handler, trampoline) }
    trampoline.release(.reaction(reaction))
  }

  override func discardHandler() -> Remains { isSettled ? reaction.discard(in: context) : .none }

  deinit { if reaction != nil { releaseReaction() } }

  @inline(never)
  private func releaseReaction() { reaction.discard(in: context).release() }

  override func adoptingObserver(_ adopt: @escaping Reaction.Operator) -> _PromiseObserver {
    resetForAdoption()
    reaction = Reaction(on: .adoption(.shared), ErasedHandler(), adopt)
    return self
  }

  override var adopter: Adopter? {
    reaction?.isAdoption == true ? Adopter(promise: self, adopt: reaction!.perform) : nil
  }

  override func weakened() -> _PromiseObserver? { isCanceledGuarantee ? WeakObserver(self) : nil }
}

extension AnyPromise {
  /// Returns whether the handler of this derived promise takes the value of `source`, which is then marked as observed.
  @inline(__always)
  fileprivate final func acceptsValue(of source: AnyPromise) -> Bool {
    guard source.isFulfilled, loadFlags() & (Flag.takesValue | Flag.settled) == Flag.takesValue else { return false }
    source.markObserved()
    return true
  }

  /// Receives the outcome of the source of this derived promise, for which `acceptsValue` has returned `false`.
  ///
  /// - Parameter perform: Returns the operator, which decides whether the handler runs unless the handler takes values.
  /// - Returns: Whether the handler has to run.
  @inline(__always)
  fileprivate final func takeOutcome(
    of source: AnyPromise, _ trampoline: Trampoline, _ perform: () -> Reaction.Operator?
  ) -> Bool {
    guard observeOutcome(of: source, in: trampoline) else { return false }
    if loadFlags() & Flag.takesValue != 0 {
      forwardError(of: source, in: trampoline)
      return false
    }
    return callOperator(perform(), source, trampoline)
  }

  /// Calls the operator, and returns whether the handler must run.
  @inline(never)
  private final func callOperator(
    _ perform: Reaction.Operator?, _ source: AnyPromise, _ trampoline: Trampoline
  ) -> Bool {
    perform?(self, source, .arrived, ErasedHandler(), trampoline) ?? false
  }

  /// Marks the outcome of `source` as observed, and returns whether there is one.
  ///
  /// If `source` was abandoned, this promise is abandoned as well. If this promise has settled already, the call has no
  /// effect and returns `false`.
  @inline(__always)
  final func observeOutcome(of source: AnyPromise, in trampoline: Trampoline) -> Bool {
    // A promise that was canceled ignores an error, and one that has adopted it from another promise has received it.
    source.markObserved()
    guard !isSettled else { return false }
    if source.isSettled { return true }
    abandon(with: source, in: trampoline)
    return false
  }

  /// Prepares the promise to adopt another one after the handler has run: the promise must adopt an error as well.
  fileprivate final func resetForAdoption() { clearFlags(Flag.takesValue) }
}
