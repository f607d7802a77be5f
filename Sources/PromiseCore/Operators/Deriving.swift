// The operators that `Promise` and `Guarantee` share. `Child` is a `DerivedPromise` or a `DerivedGuarantee`, and a
// handler can throw only what `Child` can be rejected with.
extension _TypedPromise {
  /// Returns a promise of what a handler returns for the value.
  @inlinable
  package final func deriveMapped<Child: Derived>(
    _ type: Child.Type, _ handler: consuming Handler<Value, Child.Value, Child.Failure>, _ site: CreationSite
  ) -> Child {
    deriveFromValue(type, handler, site) { value, handler, child, trampoline in
      child.settle(in: trampoline) { () throws(Child.Failure) in try handler(value) }
    }
  }

  /// Returns a promise of the same value, which settles after a handler has run with it.
  @inlinable
  package final func derivePassingValue<Child: Derived<Value, CF>, CF>(
    _ type: Child.Type, _ handler: Handler<Value, Void, CF>, _ site: CreationSite
  ) -> Child {
    deriveFromValue(type, handler, site) { value, handler, child, trampoline in
      child.settle(in: trampoline) { () throws(CF) in
        try handler(value)
        return value
      }
    }
  }

  /// Returns a promise of what a handler returns for the value.
  @inlinable
  package final func deriveMapped<NewValue>(
    _ handler: consuming Handler<Value, NewValue, any Error>, _ site: CreationSite
  ) -> Promise<NewValue> { deriveMapped(DerivedPromise<NewValue>.self, handler, site) }

  /// Returns a promise of the same value, which settles after a handler has run with it.
  @inlinable
  package final func derivePassingValue(_ handler: Handler<Value, Void, any Error>, _ site: CreationSite) -> Promise<
    Value
  > {
    derivePassingValue(DerivedPromise<Value>.self, handler, site)
  }

  /// Returns a promise that adopts the thenable that a handler returns for the value.
  @inlinable
  package final func deriveAdopting<U: Thenable>(
    _ handler: Handler<Value, U, any Error>, _ site: CreationSite
  ) -> Promise<U.Value> {
    deriveFromValue(DerivedPromise<U.Value>.self, handler, site) { value, handler, child, trampoline in
      child.adopt(in: trampoline) { try handler(value) }
    }
  }

  /// Returns a promise that an operator derives from the value by more than one handler. The operator skips an error.
  package final func derive<NewValue>(
    on executor: HandlerExecutor, _ site: CreationSite,
    _ handle: @escaping @Sendable (Value, _TypedPromise<NewValue, any Error>, Trampoline) -> Void
  ) -> Promise<NewValue> {
    derive(
      DerivedPromise<NewValue>.self, on: executor, site,
      skip: { source in
        if case .failure(let error) = source.knownOutcome { .failure(widen(error)) } else { nil }
      },
      handle: { source, child, trampoline in
        if case .success(let value) = source.knownOutcome { handle(value, child, trampoline) }
      })
  }
}

extension _TypedPromise where Failure == any Error {
  /// Returns a promise with the same outcome, which settles after a handler has handled an error. The handler skips
  /// cancellation.
  @inlinable
  final func deriveCatching(_ handler: Handler<any Error, Void, Never>, _ site: CreationSite) -> Promise<Value> {
    derive(DerivedPromise<Value>.self, on: handler.executor, ErasedHandler(handler.body), site) {
      child, source, event, handler, trampoline in
      let child = unsafeDowncast(child, to: _TypedPromise<Value, any Error>.self)
      return child.catchError(of: source, event, in: trampoline) { error in
        try? handler.typed((any Error).self, Void.self)(error)
      }
    }
  }

  /// Handles the error of a source, which this promise then adopts. Returns whether the handler has to run.
  @inlinable @inline(__always)
  final func catchError(
    of source: AnyPromise, _ event: Reaction.Event, in trampoline: Trampoline, _ handle: (any Error) -> Void
  ) -> Bool {
    switch event {
    case .arrived:
      if source.isRejected, !source.isCaught, !source.storage.error.isCancelled { return true }
      passOutcome(of: source, in: trampoline)
    case .run:
      handle(source.storage.error)
      reject(as: source, isHandled: true, in: trampoline)
    }
    return false
  }

  /// Settles a derived promise with the outcome of its source, which skips the handler.
  @inlinable
  final func passOutcome(of source: AnyPromise, in trampoline: Trampoline) {
    if source.isFulfilled {
      settle(.success(source.knownValue(as: Value.self)), in: trampoline)
    } else {
      forwardError(of: source, in: trampoline)
    }
  }

  /// Returns a promise that an operator settles from the errors that `match` returns. Every other outcome skips the
  /// operator.
  @_alwaysEmitIntoClient
  package final func deriveFromError<E: Error>(
    on executor: HandlerExecutor, matching match: @escaping @Sendable (any Error) -> E?, _ site: CreationSite,
    _ handle: @escaping @Sendable (E, _TypedPromise<Value, any Error>, Trampoline) -> Void
  ) -> Promise<Value> {
    derive(
      DerivedPromise<Value>.self, on: executor, site,
      skip: { source in
        let outcome = source.knownOutcome
        return if case .failure(let error) = outcome, match(error) != nil { nil } else { outcome }
      },
      handle: { source, child, trampoline in
        if case .failure(let error) = source.knownOutcome, let error = match(error) { handle(error, child, trampoline) }
      })
  }

  /// Returns a guarantee of the value, or of the value by which an operator replaces the error.
  @_alwaysEmitIntoClient
  package final func deriveRecovering(
    on executor: HandlerExecutor, _ site: CreationSite,
    _ recover: @escaping @Sendable (any Error, _TypedPromise<Value, Never>, Trampoline) -> Void
  ) -> Guarantee<Value> {
    derive(
      DerivedGuarantee<Value>.self, on: executor, site,
      skip: { source in
        if case .success(let value) = source.knownOutcome { .success(value) } else { nil }
      },
      handle: { source, child, trampoline in
        if case .failure(let error) = source.knownOutcome { recover(error, child, trampoline) }
      })
  }
}

extension _TypedPromise where Failure == Never {
  /// Returns a guarantee of what a handler returns for the value.
  @inlinable
  package final func deriveMapped<NewValue>(
    _ handler: consuming Handler<Value, NewValue, Never>, _ site: CreationSite
  ) -> Guarantee<NewValue> { deriveMapped(DerivedGuarantee<NewValue>.self, handler, site) }

  /// Returns a guarantee of the same value, which is fulfilled after a handler has run with it.
  @inlinable
  package final func derivePassingValue(_ handler: Handler<Value, Void, Never>, _ site: CreationSite) -> Guarantee<
    Value
  > {
    derivePassingValue(DerivedGuarantee<Value>.self, handler, site)
  }

  /// Returns a guarantee that adopts the guarantee that a handler returns for the value.
  @inlinable
  package final func deriveAdopting<U>(
    _ handler: Handler<Value, Guarantee<U>, Never>, _ site: CreationSite
  ) -> Guarantee<U> {
    deriveFromValue(DerivedGuarantee<U>.self, handler, site) { value, handler, child, trampoline in
      child.adopt(returned: handler(value), in: trampoline)
    }
  }

  /// Returns a guarantee that an operator derives from the value by more than one handler.
  @_alwaysEmitIntoClient
  package final func derive<NewValue>(
    on executor: HandlerExecutor, _ site: CreationSite,
    _ handle: @escaping @Sendable (Value, _TypedPromise<NewValue, Never>, Trampoline) -> Void
  ) -> Guarantee<NewValue> {
    derive(
      DerivedGuarantee<NewValue>.self, on: executor, site, skip: { _ in nil },
      handle: { source, child, trampoline in handle(source.knownOutcome.get(), child, trampoline) })
  }
}
