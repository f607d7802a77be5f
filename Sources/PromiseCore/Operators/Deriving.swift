extension AnyPromiseEngine {
  /// The scope of what is derived from this promise: of the test that derives it, whosever promise this is.
  package final var scopeOfDerived: Scope? {
    guard let scope else { return .ofNewPromise() }
    return Scope.ofTest ?? scope
  }
}

extension PromiseEngine {
  /// Runs a handler for an outcome, and settles the derived promise or makes it follow another.
  package typealias Handle<Context, NewValue: Sendable> =
    @Sendable (PromiseEngine<Value, Failure>, Context, PromiseEngine<NewValue, any Error>, inout Run) -> Void

  /// A promise derived by a handler of values. Errors pass the handler by.
  package final func onValue<Context: Sendable, NewValue>(
    at executor: Executor, _ context: Context, _ origin: Origin, _ handle: @escaping Handle<Context, NewValue>
  ) -> Promise<NewValue> {
    let child = Promise<NewValue>(origin: origin, scope: scopeOfDerived)
    chain(
      to: child, on: executor, context: context,
      skip: { source, _ in
        if case .failure(let error) = source.knownOutcome { .failure(Self.widen(error)) } else { nil }
      },
      handle: handle)
    return child
  }

  /// The error, as any error.
  ///
  /// Where `Failure` *is* `any Error`, a plain conversion in generic code puts the box into another box, one for each
  /// link of a chain.
  private static func widen(_ error: Failure) -> any Error {
    guard Failure.self as Any.Type == (any Error).self else { return error }
    return unsafeBitCast(error, to: (any Error).self)  // the same type
  }

  /// The outcome, with any error.
  static func widen(_ outcome: Result<Value, Failure>) -> Result<Value, any Error> { outcome.mapError(widen) }

  /// A promise derived by a handler that turns a value into another one, or into an error.
  final func mapValue<NewValue>(_ handler: Handler<Value, NewValue>, _ origin: Origin) -> Promise<NewValue> {
    onValue(at: handler.executor, handler, origin) { source, handler, child, run in
      child.settle(in: &run) { try handler.call(source.knownOutcome.get()) }
    }
  }

  /// A promise derived by a handler that turns a value into a promise.
  package final func thenPromise<U: Thenable>(_ handler: Handler<Value, U>, _ origin: Origin) -> Promise<U.Value> {
    onValue(at: handler.executor, handler, origin) { source, handler, child, run in
      child.follow(in: &run) { try handler.call(source.knownOutcome.get()) }
    }
  }

  /// A promise derived by a handler that looks at the value, which is passed on unless the handler throws.
  final func lookAtValue(_ handler: Handler<Value, Void>, _ origin: Origin) -> Promise<Value> {
    onValue(at: handler.executor, handler, origin) { source, handler, child, run in
      child.settle(in: &run) {
        let value = try source.knownOutcome.get()
        try handler.call(value)
        return value
      }
    }
  }
}

extension PromiseEngine where Failure == any Error {
  /// A promise derived by a handler of the errors that `accepts` wants. Everything else passes the handler by.
  package final func onError<Context: Sendable>(
    at executor: Executor, accepts: @escaping @Sendable (any Error) -> Bool, _ context: Context, _ origin: Origin,
    _ handle:
      @escaping @Sendable (any Error, Context, PromiseEngine<Value, any Error>, inout Run) -> Void
  ) -> Promise<Value> {
    let child = Promise<Value>(origin: origin, scope: scopeOfDerived)
    chain(
      to: child, on: executor, context: (context, accepts),
      skip: { source, context in
        let outcome = source.knownOutcome
        return if case .failure(let error) = outcome, context.1(error) { nil } else { outcome }
      },
      handle: { source, context, child, run in
        if case .failure(let error) = source.knownOutcome { handle(error, context.0, child, &run) }
      })
    return child
  }
}

extension Guarantee {
  /// A promise or a guarantee derived by a handler of the value.
  package func onValue<Child: PromiseEngine<NewValue, NewFailure>, NewValue, NewFailure, Context: Sendable>(
    at executor: Executor, _ context: Context, to child: Child,
    _ handle:
      @escaping @Sendable (PromiseEngine<Value, Never>, Context, PromiseEngine<NewValue, NewFailure>, inout Run) -> Void
  ) -> Child {
    chain(to: child, on: executor, context: context, skip: { _, _ in nil }, handle: handle)
    return child
  }

  /// A guarantee derived by a handler that turns the value into another one.
  func mapValue<NewValue>(_ handler: SafeHandler<Value, NewValue>, _ origin: Origin) -> Guarantee<NewValue> {
    onValue(at: handler.executor, handler, to: Guarantee<NewValue>(origin: origin, scope: scopeOfDerived)) {
      source, handler, child, run in
      child.settle(.success(handler.call(source.knownOutcome.get())), in: &run)
    }
  }

  /// A guarantee derived by a handler that turns the value into a guarantee.
  func thenGuarantee<U>(_ handler: SafeHandler<Value, Guarantee<U>>, _ origin: Origin) -> Guarantee<U> {
    onValue(at: handler.executor, handler, to: Guarantee<U>(origin: origin, scope: scopeOfDerived)) {
      source, handler, child, run in
      child.follow(handler.call(source.knownOutcome.get()), in: &run)
    }
  }

  /// A guarantee derived by a handler that looks at the value, which is passed on.
  func lookAtValue(_ handler: SafeHandler<Value, Void>, _ origin: Origin) -> Guarantee<Value> {
    mapValue(
      handler.adapted { look, value in
        look(value)
        return value
      }, origin)
  }
}

extension PromiseEngine where Failure == any Error {
  /// Settles with what `body` returns or throws.
  package final func settle(in run: inout Run, _ body: () throws -> Value) {
    settle(Result { try body() }, in: &run)
  }

  /// Settles as the thenable does that `body` returns, or with the error that it throws.
  package final func follow(in run: inout Run, _ body: () throws -> some Thenable<Value>) {
    do {
      follow(try body(), in: &run)
    } catch {
      settle(.failure(error), in: &run)
    }
  }

  /// Settles as `thenable` does.
  package final func follow(_ thenable: some Thenable<Value>, in run: inout Run) {
    switch thenable {
    case let promise as Promise<Value>:
      if promise === self {
        settle(.failure(PromiseError.returnedSelf), in: &run)
      } else {
        follow(promise, in: &run) { $0 }
      }
    case let guarantee as Guarantee<Value>:
      follow(guarantee, in: &run) { .success($0.get()) }
    default:
      // Somebody else's: all that is known of it is that it calls back, or lets go of the callback.
      let resolver = Resolver(unsafeDowncast(self, to: Promise<Value>.self))
      let early = EarlyCall<Value>()
      thenable.pipe { if !early.takes($0) { resolver.resolve($0) } }
      if let outcome = early.end() { settle(outcome, in: &run) }
    }
  }
}

extension PromiseEngine where Failure == Never {
  /// Settles as `guarantee` does.
  package final func follow(_ guarantee: Guarantee<Value>, in run: inout Run) {
    precondition(
      guarantee !== self, "A handler returned the guarantee that its own result was to fulfil; nothing ever could.")
    follow(guarantee, in: &run) { $0 }
  }
}

/// What somebody else's thenable says while it is being asked, and not later.
///
/// Kept until it has returned, and then dealt with in the run that asked: many that call back at once need no stack.
private final class EarlyCall<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var isAsking = true
    var outcome: Result<Value, any Error>?
  }

  private let state = Lock(State())

  /// Whether the outcome came in time to be taken, or another one had come before it.
  func takes(_ outcome: Result<Value, any Error>) -> Bool {
    state.withLock { state in
      guard state.isAsking else { return false }
      if state.outcome == nil { state.outcome = outcome }
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
