extension TypedPromise {
  /// Adopts the outcome of `source`. This promise becomes a consumer of `source`, and of no other promise.
  ///
  /// If this promise was canceled before, or is canceled while this method runs, `source` loses its consumer again, and
  /// is canceled unless it has another one. A derived promise adopts without an allocation: it is itself the observer.
  ///
  /// - Parameters:
  ///   - source: The promise that determines the outcome of this one, with a value of the same type.
  ///   - trampoline: The trampoline of the current thread.
  @inlinable
  func adopt(_ source: AnyPromise, in trampoline: Trampoline) {
    let observer = any.adoptingObserver { child, source, _, _, trampoline in
      if source.isFulfilled {
        child.fulfill(with: source.knownValue(as: Value.self), in: trampoline)
      } else {
        child.rejectWithError(of: source, in: trampoline)
      }
      return false
    }
    any.adopt(source, by: observer, in: trampoline)
  }
}

extension AnyPromise {
  /// Adopts the outcome of `source` by means of `observer`.
  ///
  /// If nothing but other promises that adopt the outcome of this one observes it, they observe `source` from now on, and
  /// `source` does not retain this promise. So a loop of promises takes constant memory: in `func step() { work().then {
  /// step() } }`, each promise adopts the next one, and the first promise observes the last one.
  @usableFromInline
  func adopt(_ source: AnyPromise, by observer: Observer, in trampoline: Trampoline) {
    var observer = observer
    if case .derived = observer, source.isPending, source != self, !source.isUnowned, !isUnowned, !isCanceledGuarantee,
      let adopters = withState({ $0.adopters })
    {
      for adopter in adopters { adopter.promise.bypass(self, to: source, adopter.adopt, in: trampoline) }
      observer = .object(WeakObserver(self))
    }
    source.attach(observer, in: trampoline)
    // This must follow the attachment: a consumer must register before it can depart.
    addTarget(source.asTarget, replacing: true, in: trampoline)
  }

  /// Adopts the outcome of `source`, because a promise that this one adopts is about to adopt it.
  ///
  /// This promise remains a consumer of that promise, which may still be canceled, and which may have other consumers.
  ///
  /// - Parameters:
  ///   - middle: The promise that this one adopts.
  ///   - source: The promise that `middle` is about to adopt.
  ///   - adopt: The operator with which this promise adopts an outcome.
  ///   - trampoline: The trampoline of the current thread.
  private func bypass(
    _ middle: AnyPromise, to source: AnyPromise, _ adopt: @escaping Reaction.Operator, in trampoline: Trampoline
  ) {
    guard isPending, !isCanceledGuarantee else { return }
    source.attach(.object(AdoptingObserver(self, adopt)), in: trampoline)
    // Weak references are read before the lock is taken, because the temporary reference may become the last one.
    let released = cancellationTargets.compactMap { target in
      if case .bypassedPromise(let reference) = target, reference.promise == nil { reference } else { nil }
    }
    var replaced = ReleasedTargets()
    let isRedirected = withLock {
      stateMachine.redirect(&replaced) { $0.redirected(from: middle, to: source, without: released) }
    }
    // Otherwise the promise has been canceled meanwhile.
    guard isRedirected else { return source.consumerCancels(nil, in: trampoline) }
    trampoline.release(replaced)
    if tracksProgress { PromiseProgress.renew(self, in: trampoline) }
  }

  /// Notifies the promises of which this one is a consumer on behalf of `middle`: a guarantee that was canceled, although
  /// this promise still waits for it.
  func middleWasCanceled(_ middle: AnyPromise, in trampoline: Trampoline) {
    let references = cancellationTargets.compactMap { target in
      if case .bypassedPromise(let reference) = target, reference.promise == middle { reference } else { nil }
    }
    guard !references.isEmpty else { return }
    var replaced = ReleasedTargets()
    var notified: [CancellationTarget] = []
    let isRedirected = withLock {
      stateMachine.redirect(&replaced) { targets in
        targets.compactMap { target in
          switch target {
          case .adoptedPromise(let promise):
            notified.append(target)
            return .awaiting(promise)
          case .bypassedPromise(let reference) where !references.contains { $0 === reference }:
            notified.append(target)
            return nil
          default: return target
          }
        }
      }
    }
    trampoline.release(replaced)
    if isRedirected { trampoline.addCancellations(of: notified, observer: nil) }
  }
}

extension TypedPromise where Failure == any Error {
  /// Adopts the outcome of the thenable that `body` returns, or is rejected with the error that `body` throws.
  @inlinable
  package func adopt(in trampoline: Trampoline, _ body: () throws -> some Thenable<Value>) {
    do {
      adopt(try body(), in: trampoline)
    } catch {
      any.reject(with: error, in: trampoline)
    }
  }

  /// Adopts the outcome of `thenable`.
  @inlinable
  func adopt(_ thenable: some Thenable<Value>, in trampoline: Trampoline) {
    guard let source = thenable.asAny else { return adopt(foreign: thenable, in: trampoline) }
    if source == any {
      any.reject(with: PromiseError.returnedSelf, in: trampoline)
    } else {
      adopt(source, in: trampoline)
    }
  }

  /// Adopts the outcome of a thenable of another library. If the thenable releases its callback without calling it,
  /// this promise is abandoned. Canceling this promise does not cancel the thenable, which has no such operation.
  @usableFromInline
  func adopt(foreign thenable: some Thenable<Value>, in trampoline: Trampoline) {
    let resolver = Resolver(any.unerased(to: Promise<Value>.self))
    let early = Lock(EarlyOutcome<Value>())
    thenable.pipe { outcome in if !early.withLock({ $0.accept(outcome) }) { resolver.resolve(outcome) } }
    if let outcome = early.withLock({ $0.close() }) { settle(outcome, in: trampoline) }
  }
}

extension TypedPromise where Failure == Never {
  /// Adopts the outcome of a guarantee that a handler returned.
  @inlinable
  func adopt(returned guarantee: Guarantee<Value>, in trampoline: Trampoline) {
    if guarantee.any == any { trapForReturningSelf() }
    adopt(guarantee.any, in: trampoline)
  }

  /// Stops the program, because a guarantee cannot be rejected with `PromiseError.returnedSelf`.
  @usableFromInline
  func trapForReturningSelf() -> Never {
    // `fatalError` because `precondition` prints no message in release builds.
    // trap: guarantee-returned-itself
    fatalError(
      """
      The guarantee created at \(any.site.file):\(any.site.line) was returned by the handler whose result was to fulfill it, so \
      it can never be fulfilled. Return another guarantee.
      """)
  }
}

/// A promise that does nothing with the outcome of an observed promise but adopt it, and the operator that does so.
///
/// The two are not a tuple: a tuple in an optional or an array stores a function in the form that generic code calls. A
/// function that is handed on with every step of a loop would be wrapped once more at each step, until a call of it
/// overflows the stack.
struct Adopter: Sendable {
  let promise: AnyPromise
  let adopt: Reaction.Operator
}

/// The observer with which a promise adopts the outcome of another promise, if it cannot be the observer itself: because
/// it is not derived, or because it is the observer of another promise.
final class AdoptingObserver: PromiseObserver, @unchecked Sendable {
  // The properties are constants, so they need no guard.
  private let promise: AnyPromise
  private let adopt: Reaction.Operator

  init(_ promise: AnyPromise, _ adopt: @escaping Reaction.Operator) {
    self.promise = promise
    self.adopt = adopt
  }

  override func receive(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    if promise.observeOutcome(of: source, in: trampoline) {
      _ = adopt(promise, source, .arrived, ErasedHandler(), trampoline)
    }
    return .done
  }

  override var isStale: Bool { promise.isSettled }

  override var adopter: Adopter? { Adopter(promise: promise, adopt: adopt) }

  override func weakened() -> Observer? {
    promise.isCanceledGuarantee ? .object(WeakObserver(promise, adopt)) : nil
  }

  override var waitingParty: WaitingParty { .promise(promise) }
}

/// The outcome that a foreign thenable passes to its callback before `pipe` returns.
///
/// The outcome is kept until `pipe` has returned and is then delivered by the trampoline, so that a chain of thenables
/// that call back immediately uses no stack space.
private struct EarlyOutcome<Value: Sendable>: Sendable {
  private var isOpen = true
  private var wasCalled = false
  private var outcome: Result<Value, any Error>?

  /// Accepts the first outcome before `pipe` returns, and ignores repeated ones. Returns `false` if the caller has to
  /// resolve the promise.
  mutating func accept(_ outcome: Result<Value, any Error>) -> Bool {
    // A second call is ignored even after closing: the first one may not have settled the promise yet, and the second
    // must not overtake it.
    if wasCalled { return true }
    guard isOpen else { return false }
    wasCalled = true
    self.outcome = outcome
    return true
  }

  /// Ends the acceptance of early outcomes when `pipe` has returned. Returns the accepted outcome, if any.
  mutating func close() -> Result<Value, any Error>? {
    isOpen = false
    return outcome.take()
  }
}
