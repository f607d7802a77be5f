import Synchronization

extension Promise {
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
  ///   - wants: Which outcomes `body` wants to see; the others pass it by.
  ///   - body: The handler.
  func witness(
    at executor: Executor, _ origin: Origin, seesCancellation: Bool, handlesError: Bool,
    wants: @escaping @Sendable (Result<Value, any Error>) -> Bool,
    body: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Promise<Value> {
    let child = Promise(origin: origin, scope: scopeOfDerived)
    let turn = Turn()
    chain(
      to: child, on: executor, context: (),
      skip: { outcome, _ in wants(outcome) ? nil : outcome },
      handle: { source, _, child, run in
        if turn.take() { body(source.knownOutcome) }
        child.settle(source.knownOutcome, isHandled: handlesError || source.isHandled, in: &run)
      })
    // After what is upstream: its handlers come first when a chain is cancelled, as they do when it settles.
    if seesCancellation {
      let scope = child.scope
      child.link(
        .handler {
          Run.start({ if turn.take() { body(.failure(CancellationError())) } }, at: executor, in: scope)
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
