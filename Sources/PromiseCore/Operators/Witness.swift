import Synchronization

extension PromiseEngine where Failure == any Error {
  /// A promise derived by a handler that looks on and changes nothing: what `catch`, `ensure` and `finally` are.
  ///
  /// The handler also runs when the derived promise is itself cancelled, although its source may go on for others:
  /// whoever cancels a chain expects it to clean up. It runs once, whichever comes first.
  ///
  /// - Parameters:
  ///   - executor: Where `body` runs.
  ///   - origin: Where the derived promise is made.
  ///   - seesCancellation: Whether `body` wants to hear of the cancellation of the derived promise.
  ///   - handlesError: Whether an error that `body` has seen counts as handled.
  ///   - catches: Whether it is then left out by every `catch` that follows.
  ///   - wants: Which outcomes `body` wants to see; the others pass it by.
  ///   - body: The handler.
  final func witness(
    at executor: Executor, _ origin: Origin, seesCancellation: Bool, handlesError: Bool, catches: Bool = false,
    wants: @escaping @Sendable (Result<Value, any Error>) -> Bool,
    body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Promise<Value> {
    witness(
      at: executor, origin, seesCancellation: seesCancellation, handlesError: handlesError, catches: catches,
      wants: wants,
      until: { outcome in
        body(outcome)
        return nil
      })
  }

  /// Likewise, for a handler that the outcome waits for: until the guarantee is fulfilled that it returns.
  package final func witness(
    at executor: Executor, _ origin: Origin, seesCancellation: Bool, handlesError: Bool, catches: Bool = false,
    wants: @escaping @Sendable (Result<Value, any Error>) -> Bool,
    until body: @escaping @Sendable (Result<Value, any Error>) -> Guarantee<Void>?
  ) -> Promise<Value> {
    let turn = Turn()
    let child = chain(
      to: DerivedPromise<Value>.self, on: executor, context: (), origin,
      skip: { source, _ in
        // Who handles errors has no part in one that is dealt with.
        let isForOthers = handlesError && source.isCaught
        return wants(source.knownOutcome) && !isForOthers ? nil : source.knownOutcome
      },
      handle: { source, _, child, run in
        let outcome = source.knownOutcome
        let isHandled = handlesError || source.isHandled
        if catches || source.isCaught { child.markCaught() }
        guard turn.take(), let condition = body(outcome) else {
          child.settle(outcome, isHandled: isHandled, in: &run)
          return
        }
        condition.observe(for: child, in: &run) { _, _, run in
          child.settle(outcome, isHandled: isHandled, in: &run)
        }
        // Kept until then, but not cancelled with the chain.
        child.link(.handler { withExtendedLifetime(condition) {} }, in: &run)
      })
    // After what is upstream: its handlers come first when a chain is cancelled, as they do when it settles.
    if seesCancellation {
      let scope = child.scope
      child.link(
        .handler {
          Run.start({ if turn.take() { _ = body(.failure(CancellationError())) } }, at: executor, in: scope)
        })
    }
    return child
  }
}

/// Something that is done once, by whoever comes first.
private final class Turn: Sendable {
  private let isTaken = Atomic(false)

  /// Whether the caller is the one.
  func take() -> Bool { !isTaken.exchange(true, ordering: .relaxed) }
}
