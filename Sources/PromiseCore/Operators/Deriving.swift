extension AnyPromiseEngine {
  /// The scope of what is derived from this promise.
  package final var scopeOfDerived: Scope? { scope ?? .ofNewPromise() }
}

extension Promise {
  /// Runs a handler for an outcome, and settles the derived promise or makes it follow another.
  package typealias Handle<Context, NewValue: Sendable> =
    @Sendable (PromiseEngine<Value, any Error>, Context, PromiseEngine<NewValue, any Error>, inout Run) -> Void

  /// A promise derived by a handler of values. Errors pass the handler by.
  package func onValue<Context: Sendable, NewValue>(
    at executor: Executor, _ context: Context, _ origin: Origin, _ handle: @escaping Handle<Context, NewValue>
  ) -> Promise<NewValue> {
    let child = Promise<NewValue>(origin: origin, scope: scopeOfDerived)
    chain(
      to: child, on: executor, context: context,
      skip: { outcome, _ in
        if case .failure(let error) = outcome { .failure(error) } else { nil }
      },
      handle: handle)
    return child
  }

  /// A promise derived by a handler of the errors that `policy` accepts. Everything else passes the handler by.
  package func onError<Context: Sendable>(
    at executor: Executor, policy: CatchPolicy, _ context: Context, _ origin: Origin,
    _ handle: @escaping Handle<(Context, CatchPolicy), Value>
  ) -> Promise<Value> {
    let child = Promise(origin: origin, scope: scopeOfDerived)
    chain(
      to: child, on: executor, context: (context, policy),
      skip: { outcome, context in
        if case .failure(let error) = outcome, context.1.accepts(error) { nil } else { outcome }
      },
      handle: handle)
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
      thenable.pipe { resolver.resolve($0) }
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
