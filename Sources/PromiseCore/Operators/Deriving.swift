extension AnyPromiseEngine {
  /// The scope of what is derived from this promise: of the test that derives it, whosever promise this is.
  @usableFromInline
  package final var scopeOfDerived: Scope? {
    guard let scope else { return .ofNewPromise() }
    return Scope.ofTest ?? scope
  }
}

extension PromiseEngine {
  /// Runs a handler for an outcome, and settles the derived promise or makes it follow another.
  @usableFromInline
  package typealias Handle<Context, NewValue: Sendable> =
    @Sendable (PromiseEngine<Value, Failure>, Context, PromiseEngine<NewValue, any Error>, inout Run) -> Void

  /// A promise derived by a handler of values, which may need more than its user gave. Errors pass the handler by.
  @inlinable
  package final func onValue<Context: Sendable, NewValue>(
    at executor: Executor, _ context: Context, _ origin: Origin, _ handle: @escaping Handle<Context, NewValue>
  ) -> Promise<NewValue> {
    chain(
      to: DerivedPromise<NewValue>.self, on: executor, context: context, origin,
      skip: { source, _ in
        if case .failure(let error) = source.knownOutcome { .failure(Self.widen(error)) } else { nil }
      },
      handle: handle)
  }

  /// One step of an operator whose handler wants values.
  ///
  /// - Parameter handle: Is given the value, and the derived promise.
  @inlinable @inline(__always)
  static func stepOnValue<NewValue, NewFailure>(
    _ child: AnyPromiseEngine, as type: PromiseEngine<NewValue, NewFailure>.Type, _ source: AnyPromiseEngine,
    _ moment: Observer.Moment, _ run: inout Run,
    _ handle: (Value, PromiseEngine<NewValue, NewFailure>, inout Run) -> Void
  ) -> Bool {
    handle(source.slot.value(as: Value.self), unsafeDowncast(child, to: type), &run)
    return false
  }

  /// A promise derived by a handler that turns a value into another one, or into an error.
  @inlinable
  final func mapValue<NewValue>(_ handler: consuming Handler<Value, NewValue>, _ origin: Origin) -> Promise<NewValue> {
    derive(DerivedPromise<NewValue>.self, at: handler.executor, Link.Erased(handler.call), origin) {
      child, source, moment, handler, run in
      Self.stepOnValue(child, as: PromiseEngine<NewValue, any Error>.self, source, moment, &run) { value, child, run in
        let handler = handler.handler(Value.self, NewValue.self)
        child.settle(in: &run) { () throws -> NewValue in try handler(value) }
      }
    }
  }

  /// A promise derived by a handler that turns a value into a promise.
  @inlinable
  package final func thenPromise<U: Thenable>(_ handler: Handler<Value, U>, _ origin: Origin) -> Promise<U.Value> {
    derive(DerivedPromise<U.Value>.self, at: handler.executor, Link.Erased(handler.call), origin) {
      child, source, moment, handler, run in
      Self.stepOnValue(child, as: PromiseEngine<U.Value, any Error>.self, source, moment, &run) { value, child, run in
        let handler = handler.handler(Value.self, U.self)
        child.follow(in: &run) { try handler(value) }
      }
    }
  }

  /// A promise derived by a handler that looks at the value, which is passed on unless the handler throws.
  @inlinable
  final func lookAtValue(_ handler: Handler<Value, Void>, _ origin: Origin) -> Promise<Value> {
    derive(DerivedPromise<Value>.self, at: handler.executor, Link.Erased(handler.call), origin) {
      child, source, moment, handler, run in
      Self.stepOnValue(child, as: PromiseEngine<Value, any Error>.self, source, moment, &run) { value, child, run in
        let handler = handler.handler(Value.self, Void.self)
        child.settle(in: &run) { () throws -> Value in
          try handler(value)
          return value
        }
      }
    }
  }
}

extension PromiseEngine where Failure == any Error {
  /// A promise derived by a handler that deals with errors, but not with cancellation, and changes nothing.
  @inlinable
  final func lookAtError(_ handler: SafeHandler<any Error, Void>, _ origin: Origin) -> Promise<Value> {
    derive(DerivedPromise<Value>.self, at: handler.executor, Link.Erased(safe: handler.call), origin, asks: true) {
      child, source, moment, handler, run in
      let child = unsafeDowncast(child, to: PromiseEngine<Value, any Error>.self)
      return child.stepOnError(source, moment, in: &run, handler.safeHandler((any Error).self, Void.self))
    }
  }

  /// One step of such an operator: deals with the error if there is one, and passes everything on.
  @inlinable @inline(__always)
  final func stepOnError(
    _ source: AnyPromiseEngine, _ moment: Observer.Moment, in run: inout Run, _ handle: (any Error) -> Void
  ) -> Bool {
    switch moment {
    case .arrived:
      if source.isRejected, !source.isCaught, !source.slot.error.isCancelled { return true }
      passOn(outcomeOf: source, in: &run)
    case .running:
      handle(source.slot.error)
      reject(as: source, isHandled: true, in: &run)
    }
    return false
  }

  /// Settles as a promise of the same type has, whose handler the outcome passes by.
  @inlinable
  final func passOn(outcomeOf source: AnyPromiseEngine, in run: inout Run) {
    if source.isFulfilled {
      settle(.success(source.slot.value(as: Value.self)), in: &run)
    } else {
      passOn(errorOf: source, in: &run)
    }
  }

  /// A promise derived by a handler of the errors that `accepts` wants. Everything else passes the handler by.
  @inlinable
  package final func onError<Context: Sendable>(
    at executor: Executor, accepts: @escaping @Sendable (any Error) -> Bool, _ context: Context, _ origin: Origin,
    _ handle:
      @escaping @Sendable (any Error, Context, PromiseEngine<Value, any Error>, inout Run) -> Void
  ) -> Promise<Value> {
    chain(
      to: DerivedPromise<Value>.self, on: executor, context: (context, accepts), origin,
      skip: { source, context in
        let outcome = source.knownOutcome
        return if case .failure(let error) = outcome, context.1(error) { nil } else { outcome }
      },
      handle: { source, context, child, run in
        if case .failure(let error) = source.knownOutcome { handle(error, context.0, child, &run) }
      })
  }
}

extension Guarantee {
  /// A guarantee derived by a handler of the value, which may need more than its user gave.
  package func onValue<NewValue, Context: Sendable>(
    at executor: Executor, _ context: Context, _ origin: Origin,
    _ handle:
      @escaping @Sendable (PromiseEngine<Value, Never>, Context, PromiseEngine<NewValue, Never>, inout Run) -> Void
  ) -> Guarantee<NewValue> {
    chain(
      to: DerivedGuarantee<NewValue>.self, on: executor, context: context, origin, skip: { _, _ in nil }, handle: handle
    )
  }

  /// A guarantee derived by a handler that turns the value into another one.
  @inlinable
  func mapValue<NewValue>(_ handler: SafeHandler<Value, NewValue>, _ origin: Origin) -> Guarantee<NewValue> {
    derive(DerivedGuarantee<NewValue>.self, at: handler.executor, Link.Erased(safe: handler.call), origin) {
      child, source, moment, handler, run in
      Self.stepOnValue(child, as: PromiseEngine<NewValue, Never>.self, source, moment, &run) { value, child, run in
        let handler = handler.safeHandler(Value.self, NewValue.self)
        child.settle(Result<NewValue, Never>.success(handler(value)), in: &run)
      }
    }
  }

  /// A guarantee derived by a handler that turns the value into a guarantee.
  @inlinable
  func thenGuarantee<U>(_ handler: SafeHandler<Value, Guarantee<U>>, _ origin: Origin) -> Guarantee<U> {
    derive(DerivedGuarantee<U>.self, at: handler.executor, Link.Erased(safe: handler.call), origin) {
      child, source, moment, handler, run in
      Self.stepOnValue(child, as: PromiseEngine<U, Never>.self, source, moment, &run) { value, child, run in
        child.follow(returned: handler.safeHandler(Value.self, Guarantee<U>.self)(value), in: &run)
      }
    }
  }

  /// A guarantee derived by a handler that looks at the value, which is passed on.
  @inlinable
  func lookAtValue(_ handler: SafeHandler<Value, Void>, _ origin: Origin) -> Guarantee<Value> {
    derive(DerivedGuarantee<Value>.self, at: handler.executor, Link.Erased(safe: handler.call), origin) {
      child, source, moment, handler, run in
      Self.stepOnValue(child, as: PromiseEngine<Value, Never>.self, source, moment, &run) { value, child, run in
        handler.safeHandler(Value.self, Void.self)(value)
        child.settle(Result<Value, Never>.success(value), in: &run)
      }
    }
  }
}

extension PromiseEngine where Failure == any Error {
  /// Settles with what `body` returns or throws.
  @inlinable
  package final func settle(in run: inout Run, _ body: () throws -> Value) {
    settle(Result { try body() }, in: &run)
  }

  /// Settles as the thenable does that `body` returns, or with the error that it throws.
  @inlinable
  package final func follow(in run: inout Run, _ body: () throws -> some Thenable<Value>) {
    do {
      follow(try body(), in: &run)
    } catch {
      settle(.failure(error), in: &run)
    }
  }

  /// Settles as `thenable` does.
  @inlinable
  package final func follow(_ thenable: some Thenable<Value>, in run: inout Run) {
    switch thenable {
    case let promise as Promise<Value>:
      if promise === self {
        settle(.failure(PromiseError.returnedSelf), in: &run)
      } else {
        follow(engine: promise, in: &run)
      }
    case let guarantee as Guarantee<Value>: follow(engine: guarantee, in: &run)
    default: follow(foreign: thenable, in: &run)
    }
  }

  /// Settles as somebody else's thenable does: all that is known of it is that it calls back, or lets go of the callback.
  @usableFromInline
  final func follow(foreign thenable: some Thenable<Value>, in run: inout Run) {
    let resolver = Resolver(unsafeDowncast(self, to: Promise<Value>.self))
    let early = EarlyCall<Value>()
    thenable.pipe { if !early.takes($0) { resolver.resolve($0) } }
    if let outcome = early.end() { settle(outcome, in: &run) }
  }
}

extension PromiseEngine where Failure == Never {
  /// Settles as `guarantee` does.
  @inlinable
  package final func follow(returned guarantee: Guarantee<Value>, in run: inout Run) {
    if guarantee === self { stopForReturningSelf() }
    follow(engine: guarantee, in: &run)
  }

  /// There is no error that a guarantee could be rejected with, as a promise is. Says why in release builds, too, as
  /// `precondition` does not.
  @usableFromInline
  final func stopForReturningSelf() -> Never {
    fatalError(
      """
      The guarantee made at \(origin.file):\(origin.line) was returned by the handler whose result was to fulfil it, so \
      nothing ever could. Return another one.
      """)
  }
}

/// What somebody else's thenable says while it is being asked, and not later.
///
/// Kept until it has returned, and then dealt with in the run that asked: many that call back at once need no stack.
private final class EarlyCall<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var isAsking = true
    var wasCalled = false
    var outcome: Result<Value, any Error>?
  }

  private let state = Lock(State())

  /// Whether the outcome came in time to be taken, or another one had come before it.
  func takes(_ outcome: Result<Value, any Error>) -> Bool {
    state.withLock { state in
      // Also when it is not being asked any more: who was first has yet to settle the promise, and nobody overtakes it.
      if state.wasCalled { return true }
      guard state.isAsking else { return false }
      state.wasCalled = true
      state.outcome = outcome
      return true
    }
  }

  /// The thenable has returned. What it said, if anything.
  func end() -> Result<Value, any Error>? {
    state.withLock { state in
      state.isAsking = false
      return state.outcome.take()
    }
  }
}
