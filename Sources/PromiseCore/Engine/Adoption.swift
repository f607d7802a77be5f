extension _TypedPromise {
  /// Settles as `source` does. This promise becomes a consumer of `source`, and of nothing else.
  @inlinable
  final func adopt<SourceFailure>(
    _ source: _TypedPromise<Value, SourceFailure>, in trampoline: Trampoline
  ) {
    let observer = adoptingObserver { child, source, _, _, trampoline in
      let child = unsafeDowncast(child, to: _TypedPromise<Value, Failure>.self)
      if source.isFulfilled {
        child.settle(.success(source.knownValue(as: Value.self)), in: trampoline)
      } else {
        child.reject(as: source, in: trampoline)
      }
      return false
    }
    source.attach(observer, in: trampoline)
    // After attaching: a consumer must register before it can depart.
    addTarget(source.asTarget, replacing: true, in: trampoline)
  }
}

extension _TypedPromise where Failure == any Error {
  /// Settles as the thenable does that `body` returns, or with the error that it throws.
  @inlinable
  final func adopt(in trampoline: Trampoline, _ body: () throws -> some Thenable<Value>) {
    do {
      adopt(try body(), in: trampoline)
    } catch {
      settle(.failure(error), in: trampoline)
    }
  }

  /// Settles as `thenable` does.
  @inlinable
  final func adopt(_ thenable: some Thenable<Value>, in trampoline: Trampoline) {
    switch thenable {
    case let promise as Promise<Value>:
      if promise === self {
        settle(.failure(PromiseError.returnedSelf), in: trampoline)
      } else {
        adopt(promise as _TypedPromise<Value, any Error>, in: trampoline)
      }
    case let guarantee as Guarantee<Value>: adopt(guarantee as _TypedPromise<Value, Never>, in: trampoline)
    default: adopt(foreign: thenable, in: trampoline)
    }
  }

  /// Settles as a thenable of another library does: it calls back, or releases the callback.
  @usableFromInline
  final func adopt(foreign thenable: some Thenable<Value>, in trampoline: Trampoline) {
    let resolver = Resolver(unsafeDowncast(self, to: Promise<Value>.self))
    let early = Lock(EarlyOutcome<Value>())
    thenable.pipe { outcome in if !early.withLock({ $0.accept(outcome) }) { resolver.resolve(outcome) } }
    if let outcome = early.withLock({ $0.close() }) { settle(outcome, in: trampoline) }
  }
}

extension _TypedPromise where Failure == Never {
  /// Settles as the guarantee does that a handler returned.
  @inlinable
  final func adopt(returned guarantee: Guarantee<Value>, in trampoline: Trampoline) {
    if guarantee === self { trapForReturningSelf() }
    adopt(guarantee, in: trampoline)
  }

  /// A guarantee cannot be rejected with `PromiseError.returnedSelf`, as a promise is.
  @usableFromInline
  final func trapForReturningSelf() -> Never {
    // `fatalError`, as `precondition` gives no message in release builds.
    fatalError(
      """
      The guarantee created at \(site.file):\(site.line) was returned by the handler whose result was to fulfill it, so \
      it can never be fulfilled. Return another guarantee.
      """)
  }
}

/// The observer of a promise that is not derived and adopts the outcome of another one.
final class AdoptingObserver: _PromiseObserver, @unchecked Sendable {
  // Adds constants.
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
}

/// The outcome with which a foreign thenable calls back while it is being asked.
///
/// It is kept until the thenable has returned, and then dealt with by the trampoline: a chain of thenables that call back
/// at once needs no stack.
private struct EarlyOutcome<Value: Sendable>: Sendable {
  private var isOpen = true
  private var wasCalled = false
  private var outcome: Result<Value, any Error>?

  /// Accepts an outcome that comes in time. Returns `false` if the caller has to deal with it.
  mutating func accept(_ outcome: Result<Value, any Error>) -> Bool {
    // A second call is ignored also after closing: the first has yet to settle the promise, and must not be overtaken.
    if wasCalled { return true }
    guard isOpen else { return false }
    wasCalled = true
    self.outcome = outcome
    return true
  }

  /// The thenable has returned. Returns the outcome that it called back with, if it did.
  mutating func close() -> Result<Value, any Error>? {
    isOpen = false
    return outcome.take()
  }
}
