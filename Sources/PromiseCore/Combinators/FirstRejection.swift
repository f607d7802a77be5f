/// The rejection that rejects a combined promise: the index and the error of a single input.
///
/// An input claims the rejection *before* it rejects the combined promise, and only the first claim counts. So the
/// index is known when an observer receives the rejection. The observer of the inputs retains this object, and so does
/// the promise that `report` returns, until its handler has run.
final class FirstRejection: Sendable {
  private let claimed = Lock<(index: Int, error: any Error)?>(nil)

  /// Claims the rejection for an input. Returns `false` if another input has already claimed it.
  @Sendable func claim(_ index: Int, _ error: any Error) -> Bool {
    claimed.withLock { claimed in
      guard claimed == nil else { return false }
      claimed = (index, error)
      return true
    }
  }

  /// Returns a promise that adopts the outcome of `combined` after `handler` has run with the claimed rejection.
  ///
  /// - Parameters:
  ///   - combined: The promise that the claiming input rejects.
  ///   - site: The call site of the combinator.
  ///   - handler: The user's handler. It does not handle the error, and an outcome other than the claimed rejection
  ///     skips it.
  ///   - key: Returns what the handler receives instead of the index, such as the key in a dictionary.
  func report<Values, Key>(
    _ combined: Promise<Values>, _ site: CreationSite, _ handler: Handler<(Key, any Error), Void, Never>,
    _ key: @escaping @Sendable (Int) -> Key
  ) -> Promise<Values> {
    combined.typed.deriveWitness(
      on: handler.executor, site, seesCancellation: false, handlesError: false,
      wants: { [self] outcome in rejection(of: outcome) != nil },
      body: { [self] outcome in
        if let (index, error) = rejection(of: outcome) { handler((key(index), error)) }
      })
  }

  /// Returns the claimed rejection if it is the reason for the outcome.
  private func rejection<Values>(of outcome: Result<Values, any Error>) -> (index: Int, error: any Error)? {
    guard case .failure(let error) = outcome, let rejection = claimed.withLock({ $0 }) else { return nil }
    // The combined promise may have been canceled by another thread just after the claim.
    return error.isCancelled && !rejection.error.isCancelled ? nil : rejection
  }
}
