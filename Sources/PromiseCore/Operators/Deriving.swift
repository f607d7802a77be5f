// The operators as reactions: what a derived promise does with the outcome of its source. A handler can throw only what the
// derived promise can be rejected with, so each reaction serves promises and guarantees.

extension Reaction {
  /// Handles the value; an error skips the handler. The derived promise must be created with `takesValue`.
  ///
  /// - Parameter settle: Settles the derived promise, given the value and the handler. It must not capture anything.
  @inlinable
  package static func ofValue<Value, Output, NewValue: Sendable, Failure>(
    _ handler: consuming Handler<Value, Output, Failure>, _ newValue: NewValue.Type = NewValue.self,
    _ settle:
      @escaping @Sendable (
        Value, Handler<Value, Output, Failure>, TypedPromise<NewValue, Failure>, Trampoline
      ) -> Void
  ) -> Reaction {
    let (executor, erased) = (consume handler).erased()
    return Reaction(on: executor, erased) { child, source, _, erased, trampoline in
      let handler = Handler<Value, Output, Failure>(executor: .inline, body: erased.typed(Value.self, Output.self))
      settle(source.knownValue(as: Value.self), handler, TypedPromise(child), trampoline)
      return false
    }
  }

  /// Settles with what a handler returns for the value.
  @inlinable
  package static func mapping<Value, NewValue: Sendable, Failure>(
    _ handler: consuming Handler<Value, NewValue, Failure>
  ) -> Reaction {
    ofValue(handler, NewValue.self) { value, handler, child, trampoline in
      child.settle(in: trampoline) { () throws(Failure) in try handler(value) }
    }
  }

  /// Settles with the value after a handler has run with it.
  @inlinable
  package static func passingValue<Value: Sendable, Failure>(_ handler: Handler<Value, Void, Failure>) -> Reaction {
    ofValue(handler, Value.self) { value, handler, child, trampoline in
      child.settle(in: trampoline) { () throws(Failure) in
        try handler(value)
        return value
      }
    }
  }

  /// Handles outcomes that `skip` does not, for an operator that needs more than its handler, at the cost of one more
  /// allocation.
  ///
  /// - Parameters:
  ///   - executor: The executor on which `handle` runs.
  ///   - skip: Returns the outcome of the derived promise if the source's outcome skips the handler, or `nil` if the
  ///     handler has to run.
  ///   - handle: Runs the handler and settles the derived promise, or makes it adopt another promise.
  @inlinable
  package static func ofOutcome<Value, Failure, NewValue, NewFailure>(
    on executor: HandlerExecutor,
    skip: @escaping @Sendable (TypedPromise<Value, Failure>) -> Result<NewValue, NewFailure>?,
    handle:
      @escaping @Sendable (TypedPromise<Value, Failure>, TypedPromise<NewValue, NewFailure>, Trampoline) -> Void
  ) -> Reaction {
    Reaction(on: executor, ErasedHandler()) { child, source, event, _, trampoline in
      guard event == .arrived else {
        handle(TypedPromise(source), TypedPromise(child), trampoline)
        return false
      }
      guard let skipped = skip(TypedPromise(source)) else { return true }
      if source.isCaught { child.markCaught() }
      TypedPromise(child).settle(skipped, isHandled: source.isHandled, in: trampoline)
      return false
    }
  }
}

extension TypedPromise {
  /// Returns a promise of what a handler returns for the value.
  @inlinable
  package func deriveMapped<NewValue>(
    _ handler: consuming Handler<Value, NewValue, any Error>, _ site: CreationSite
  ) -> Promise<NewValue> { .derived(from: any, site, takesValue: true, .mapping(handler)) }

  /// Returns a promise of the same value, which settles after a handler has run with it.
  @inlinable
  package func derivePassingValue(_ handler: Handler<Value, Void, any Error>, _ site: CreationSite) -> Promise<Value> {
    .derived(from: any, site, takesValue: true, .passingValue(handler))
  }

  /// Returns a promise that adopts the thenable that a handler returns for the value.
  @inlinable
  package func deriveAdopting<U: Thenable>(
    _ handler: Handler<Value, U, any Error>, _ site: CreationSite
  ) -> Promise<U.Value> {
    .derived(
      from: any, site, takesValue: true,
      .ofValue(handler, U.Value.self) { value, handler, child, trampoline in
        child.adopt(in: trampoline) { try handler(value) }
      })
  }

  /// Returns a promise that an operator derives from the value by more than one handler. The operator skips an error.
  package func derive<NewValue>(
    on executor: HandlerExecutor, _ site: CreationSite,
    _ handle: @escaping @Sendable (Value, TypedPromise<NewValue, any Error>, Trampoline) -> Void
  ) -> Promise<NewValue> {
    .derived(
      from: any, site,
      .ofOutcome(
        on: executor,
        skip: { (source: TypedPromise<Value, Failure>) -> Result<NewValue, any Error>? in
          if case .failure(let error) = source.knownOutcome { .failure(widen(error)) } else { nil }
        },
        handle: { source, child, trampoline in
          if case .success(let value) = source.knownOutcome { handle(value, child, trampoline) }
        }))
  }
}

extension TypedPromise where Failure == any Error {
  /// Returns a promise with the same outcome, which settles after a handler has handled an error. The handler skips
  /// cancellation.
  @inlinable
  package func deriveCatching(_ handler: Handler<any Error, Void, Never>, _ site: CreationSite) -> Promise<Value> {
    .derived(
      from: any, site,
      Reaction(on: handler.executor, ErasedHandler(handler.body)) { child, source, event, handler, trampoline in
        TypedPromise(child).settleCatching(source, event, in: trampoline) { error in
          try? handler.typed((any Error).self, Void.self)(error)
        }
      })
  }

  /// Handles the error of a source, which this promise then adopts. Returns whether the handler has to run.
  @inlinable @inline(__always)
  package func settleCatching(
    _ source: AnyPromise, _ event: Reaction.Event, in trampoline: Trampoline, _ handle: (any Error) -> Void
  ) -> Bool {
    switch event {
    case .arrived:
      if source.isRejected, !source.isCaught, !source.storage.error.isCancelled { return true }
      passOutcome(of: source, in: trampoline)
    case .run:
      handle(source.storage.error)
      any.rejectWithError(of: source, isHandled: true, in: trampoline)
    }
    return false
  }

  /// Settles with the outcome of a source that skips the handler.
  @inlinable
  func passOutcome(of source: AnyPromise, in trampoline: Trampoline) {
    if source.isFulfilled {
      any.fulfill(with: source.knownValue(as: Value.self), in: trampoline)
    } else {
      any.forwardError(of: source, in: trampoline)
    }
  }

  /// Returns a promise with the same outcome unless `handle` replaces an error that `match` returns.
  @_alwaysEmitIntoClient
  package func deriveFromError<E: Error>(
    on executor: HandlerExecutor, matching match: @escaping @Sendable (any Error) -> E?, _ site: CreationSite,
    _ handle: @escaping @Sendable (E, TypedPromise<Value, any Error>, Trampoline) -> Void
  ) -> Promise<Value> {
    .derived(
      from: any, site,
      .ofOutcome(
        on: executor,
        skip: { (source: TypedPromise<Value, any Error>) -> Result<Value, any Error>? in
          let outcome = source.knownOutcome
          return if case .failure(let error) = outcome, match(error) != nil { nil } else { outcome }
        },
        handle: { source, child, trampoline in
          if case .failure(let error) = source.knownOutcome, let error = match(error) {
            handle(error, child, trampoline)
          }
        }))
  }

  /// Returns a guarantee of the same value, which `recover` provides for an error.
  @_alwaysEmitIntoClient
  package func deriveRecovering(
    on executor: HandlerExecutor, _ site: CreationSite,
    _ recover: @escaping @Sendable (any Error, TypedPromise<Value, Never>, Trampoline) -> Void
  ) -> Guarantee<Value> {
    .derived(
      from: any, site,
      .ofOutcome(
        on: executor,
        skip: { (source: TypedPromise<Value, any Error>) -> Result<Value, Never>? in
          if case .success(let value) = source.knownOutcome { .success(value) } else { nil }
        },
        handle: { source, child, trampoline in
          if case .failure(let error) = source.knownOutcome { recover(error, child, trampoline) }
        }))
  }
}

extension TypedPromise where Failure == Never {
  /// Returns a guarantee of what a handler returns for the value.
  @inlinable
  package func deriveMapped<NewValue>(
    _ handler: consuming Handler<Value, NewValue, Never>, _ site: CreationSite
  ) -> Guarantee<NewValue> { .derived(from: any, site, takesValue: true, .mapping(handler)) }

  /// Returns a guarantee of the same value, which is fulfilled after a handler has run with it.
  @inlinable
  package func derivePassingValue(_ handler: Handler<Value, Void, Never>, _ site: CreationSite) -> Guarantee<Value> {
    .derived(from: any, site, takesValue: true, .passingValue(handler))
  }

  /// Returns a guarantee that adopts the guarantee that a handler returns for the value.
  @inlinable
  package func deriveAdopting<U>(
    _ handler: Handler<Value, Guarantee<U>, Never>, _ site: CreationSite
  ) -> Guarantee<U> {
    .derived(
      from: any, site, takesValue: true,
      .ofValue(handler, U.self) { value, handler, child, trampoline in
        child.adopt(returned: handler(value), in: trampoline)
      })
  }

  /// Returns a guarantee that adopts the guarantee that a handler returns, or a promise that adopts another thenable.
  @_alwaysEmitIntoClient
  func deriveChained<U: Thenable>(_ handler: Handler<Value, U, Never>, _ site: CreationSite) -> U.Chained {
    guard U.isGuarantee else { return U.chained(deriveAdopting(handler.throwing, site)) }
    let handler = unsafeBitCast(handler, to: Handler<Value, Guarantee<U.Value>, Never>.self)  // the same type
    return U.chained(deriveAdopting(handler, site))
  }

  /// Returns a guarantee that an operator derives from the value by more than one handler.
  @_alwaysEmitIntoClient
  package func derive<NewValue>(
    on executor: HandlerExecutor, _ site: CreationSite,
    _ handle: @escaping @Sendable (Value, TypedPromise<NewValue, Never>, Trampoline) -> Void
  ) -> Guarantee<NewValue> {
    .derived(
      from: any, site,
      .ofOutcome(
        on: executor, skip: { (_: TypedPromise<Value, Never>) -> Result<NewValue, Never>? in nil },
        handle: { source, child, trampoline in handle(source.knownOutcome.get(), child, trampoline) }))
  }
}
