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
///
/// Everything that a derived promise does is in the extension of `AnyPromise` below.
@usableFromInline
package final class DerivedPromise<Value: Sendable>: Promise<Value>, @unchecked Sendable {
  // Guarded by the observer list that contains the promise: the thread that adds the promise to the list sets the
  // reaction, and the thread that removes the promise from the list uses it. `nil` once it has been used.
  @exclusivity(unchecked) @usableFromInline package final var reaction: Reaction?

  @inlinable
  init(from source: AnyPromise, _ site: CreationSite, flags: PromiseFlags, _ reaction: consuming Reaction) {
    self.reaction = reaction
    super.init(from: source, site, flags: flags)
  }

  deinit { if reaction != nil { AnyPromise(object: self).releaseReaction() } }
}

/// The `Guarantee` counterpart of `DerivedPromise`.
@usableFromInline
package final class DerivedGuarantee<Value: Sendable>: Guarantee<Value>, @unchecked Sendable {
  // Guarded by the observer list, as in `DerivedPromise`.
  @exclusivity(unchecked) @usableFromInline package final var reaction: Reaction?

  @inlinable
  init(from source: AnyPromise, _ site: CreationSite, flags: PromiseFlags, _ reaction: consuming Reaction) {
    self.reaction = reaction
    super.init(from: source, site, flags: flags)
  }

  deinit { if reaction != nil { AnyPromise(object: self).releaseReaction() } }
}

extension Promise {
  /// Returns a promise that observes `source` with a reaction, and is a consumer of it.
  @inlinable
  package static func derived(
    from source: AnyPromise, _ site: CreationSite, takesValue: Bool = false, _ reaction: consuming Reaction
  ) -> Promise {
    let flags: PromiseFlags = takesValue ? .takesValue : []
    let child = DerivedPromise<Value>(from: source, site, flags: flags, reaction)
    source.attach(.derived(AnyPromise(object: child)))
    return child
  }
}

extension Guarantee {
  /// Returns a guarantee that observes `source` with a reaction, and is a consumer of it.
  @inlinable
  package static func derived(
    from source: AnyPromise, _ site: CreationSite, takesValue: Bool = false, _ reaction: consuming Reaction
  ) -> Guarantee {
    let flags: PromiseFlags = takesValue ? .takesValue : []
    let child = DerivedGuarantee<Value>(from: source, site, flags: flags, reaction)
    source.attach(.derived(AnyPromise(object: child)))
    return child
  }
}

// The behavior of a derived promise as the observer of its source.
extension AnyPromise {
  /// The promise, as the engine sees all derived promises.
  @inline(__always)
  private var derived: DerivedPromise<Erased> { unerased(to: DerivedPromise<Erased>.self) }

  func receiveAsDerived(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    if acceptsValue(of: source) { return dispositionOfHandler }
    return receiveOther(source, in: trampoline)
  }

  /// Receives any other outcome. Out of line, so that `receiveAsDerived` has few registers to save.
  @inline(never)
  private func receiveOther(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    guard takeOutcome(of: source, in: trampoline) else {
      trampoline.release(derived.reaction.discard(in: context))
      return .done
    }
    return dispositionOfHandler
  }

  /// Where the handler of a derived promise runs, which must have one.
  ///
  /// A read of `reaction!.executor` would copy the whole reaction: three retains and three releases. An optional reaction
  /// has no bits but those of the reaction, as `PromiseHeaderLayoutTests` checks.
  @inline(__always)
  private var dispositionOfHandler: Disposition {
    let derived = derived
    // unreachable: A promise that waits for its source, and is pending, has a reaction.
    assert(derived.reaction != nil, "A promise lost its handler. This is a bug in swift-promises; please report it.")
    return withUnsafeMutablePointer(to: &derived.reaction) { reaction in
      Disposition(on: UnsafeRawPointer(reaction).assumingMemoryBound(to: Reaction.self).pointee.executor)
    }
  }

  /// The executor of the handler of a derived promise.
  var executorAsDerived: HandlerExecutor { derived.reaction?.executor ?? .inline }

  func runAsDerived(_ source: AnyPromise, in trampoline: Trampoline) {
    guard trampoline.mayDeliver else { return runBeforeDeliveries(source, in: trampoline) }
    guard let reaction = derived.reaction.take() else { return }
    if isPending { _ = reaction.perform(self, source, .run, reaction.handler, trampoline) }
    trampoline.makeDeliveries()
    withExtendedLifetime(reaction) {}
  }

  /// Runs the handler, which is then released after the deliveries of the outer levels.
  @inline(never)
  private func runBeforeDeliveries(_ source: AnyPromise, in trampoline: Trampoline) {
    guard let reaction = derived.reaction.take() else { return }
    if isPending { _ = reaction.perform(self, source, .run, reaction.handler, trampoline) }
    trampoline.release(.reaction(reaction))
  }

  /// Removes the handler of a derived promise that no longer needs it. Called under the lock of its source.
  func discardHandlerOfDerived() -> Remains { isSettled ? derived.reaction.discard(in: context) : .none }

  @usableFromInline @inline(never)
  func releaseReaction() { derived.reaction.discard(in: context).release() }

  /// The promise and its operator, if it is derived and adopts an outcome.
  var adopterAsDerived: Adopter? {
    derived.reaction?.isAdoption == true ? Adopter(promise: self, adopt: derived.reaction!.perform) : nil
  }

  /// Returns the observer with which the promise adopts the outcome of another promise.
  ///
  /// A derived promise is that observer itself, after its handler has run. It must adopt an error as well.
  @usableFromInline
  func adoptingObserver(_ adopt: @escaping Reaction.Operator) -> Observer {
    guard isDerived else { return .object(AdoptingObserver(self, adopt)) }
    clearFlags(.takesValue)
    derived.reaction = Reaction(on: .adoption(.shared), ErasedHandler(), adopt)
    return .derived(self)
  }

  /// Returns whether the handler of this derived promise takes the value of `source`, which is then marked as observed.
  @inline(__always)
  private func acceptsValue(of source: AnyPromise) -> Bool {
    guard source.isFulfilled, loadFlags().intersection([.takesValue, .settled]) == .takesValue else { return false }
    source.markObserved()
    return true
  }

  /// Receives the outcome of the source of this derived promise, for which `acceptsValue` has returned `false`. Returns
  /// whether the handler has to run.
  ///
  /// The operator decides that, unless the handler takes values.
  @inline(__always)
  private func takeOutcome(of source: AnyPromise, in trampoline: Trampoline) -> Bool {
    guard observeOutcome(of: source, in: trampoline) else { return false }
    if loadFlags().contains(.takesValue) {
      forwardError(of: source, in: trampoline)
      return false
    }
    return derived.reaction?.perform(self, source, .arrived, ErasedHandler(), trampoline) ?? false
  }

  /// Marks the outcome of `source` as observed, and returns whether there is one.
  ///
  /// If `source` was abandoned, this promise is abandoned as well. If this promise has settled already, the call has no
  /// effect and returns `false`.
  @inline(__always)
  func observeOutcome(of source: AnyPromise, in trampoline: Trampoline) -> Bool {
    // A promise that was canceled ignores an error, and one that has adopted it from another promise has received it.
    source.markObserved()
    guard !isSettled else { return false }
    if source.isSettled { return true }
    abandon(with: source, in: trampoline)
    return false
  }
}
