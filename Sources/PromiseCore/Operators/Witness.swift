extension TypedPromise where Failure == any Error {
  /// Returns a promise with the same outcome, which settles after a handler has run: `catch`, `ensure`, `finally` and
  /// `tap`.
  ///
  /// The handler also runs when the derived promise itself is canceled, even if its source continues for other
  /// consumers: code that cancels a chain expects it to clean up. The handler runs once, for whichever happens first.
  ///
  /// - Parameters:
  ///   - executor: The executor of `cleanup`.
  ///   - site: The creation site of the derived promise.
  ///   - seesCancellation: Whether `cleanup` runs when the derived promise is canceled.
  ///   - handlesError: Whether an error that `cleanup` has seen counts as handled.
  ///   - seesCaught: Whether `cleanup` also sees an error that a `catch(only:)` has handled, although it handles errors.
  ///   - catches: Whether every subsequent `catch` then skips the error.
  ///   - wants: Returns whether `cleanup` sees an outcome. Other outcomes skip it.
  ///   - cleanup: The handler. The outcome is passed on when the guarantee that it returns is fulfilled, or immediately
  ///     for `nil`. The guarantee is not canceled with the chain.
  @usableFromInline
  package func deriveWitness(
    on executor: HandlerExecutor, _ site: CreationSite, seesCancellation: Bool, handlesError: Bool,
    seesCaught: Bool = false, catches: Bool = false, wants: @escaping @Sendable (Result<Value, any Error>) -> Bool,
    cleanup: @escaping @Sendable (Result<Value, any Error>) -> Guarantee<Void>?
  ) -> Promise<Value> {
    let once = OnceFlag()
    let shared = SharedHandler(Cleanup(call: cleanup), on: executor)
    let child = Promise<Value>.derived(
      from: any, site,
      .ofOutcome(
        on: executor,
        skip: { (source: TypedPromise<Value, any Error>) -> Result<Value, any Error>? in
          // Subsequent error handlers skip an error that `catch(only:)` has handled.
          let isForOthers = handlesError && !seesCaught && source.isCaught
          return wants(source.knownOutcome) && !isForOthers ? nil : source.knownOutcome
        },
        handle: { source, child, trampoline in
          let isHandled = handlesError || source.isHandled
          if catches || source.isCaught { child.markCaught() }
          var condition: Guarantee<Void>?
          if once.claim() {
            condition = shared.handler.call(source.knownOutcome)
            trampoline.release(.used(shared))
          }
          child.settle(source.knownOutcome, after: condition, isHandled: isHandled, in: trampoline)
        }))
    // This target is added after those of the upstream promises: when a chain is canceled, upstream handlers run first,
    // as they do when it settles.
    if seesCancellation {
      let context = child.context
      let cleanUp: @Sendable () -> Void = {
        guard once.claim() else { return }
        _ = shared.handler.call(.failure(CancellationError()))
        shared.clear()
      }
      switch Disposition(on: executor) {
      case .inline:
        child.addTarget(
          .relay { [unowned child] trampoline in
            let observer = ClosureObserver(consumer: nil, executor: executor) { _, _, _ in
              cleanUp()
              return nil
            }
            trampoline.addInlineJob(.object(observer), for: child.any)
          })
      case .start: child.addTarget(.handler(cleanUp))
      default: child.addTarget(.handler { executor.schedule(in: context, cleanUp) })
      }
    }
    return child
  }

  /// Returns a promise with the same outcome, which settles after a handler has run.
  @usableFromInline
  func deriveWitness(
    on executor: HandlerExecutor, _ site: CreationSite, seesCancellation: Bool, handlesError: Bool,
    seesCaught: Bool = false, catches: Bool = false, wants: @escaping @Sendable (Result<Value, any Error>) -> Bool,
    body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Promise<Value> {
    deriveWitness(
      on: executor, site, seesCancellation: seesCancellation, handlesError: handlesError, seesCaught: seesCaught,
      catches: catches, wants: wants,
      cleanup: { outcome in
        body(outcome)
        return nil
      })
  }
}

/// The handler of `deriveWitness`.
private struct Cleanup<Value: Sendable>: Sendable {
  let call: @Sendable (Result<Value, any Error>) -> Guarantee<Void>?
}

extension TypedPromise {
  /// Settles the promise once `condition` is fulfilled. The promise retains `condition` until then, and does not cancel
  /// it.
  @usableFromInline
  func settle(
    _ outcome: Result<Value, Failure>, after condition: Guarantee<Void>?, isHandled: Bool = false,
    in trampoline: Trampoline
  ) {
    guard let condition else {
      settle(outcome, isHandled: isHandled, in: trampoline)
      return
    }
    condition.any.observe(for: any, in: trampoline) { promise, _, _, trampoline in
      TypedPromise(promise).settle(outcome, isHandled: isHandled, in: trampoline)
    }
    // The condition is not canceled, but if it stays pending, it must not retain a promise that was canceled.
    addTarget(.condition(condition), in: trampoline)
  }
}
