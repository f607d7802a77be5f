/// Waits for all promises, and tells a handler which one was rejected.
///
/// ```swift
/// when(fulfilled: uploads) { index, error in print("upload \(index):", error) }.catch { show($0) }
/// ```
///
/// The promise settles like that of `when(fulfilled:)`, with the error of the input unchanged. PromiseKit 1 puts the
/// index into the error instead.
///
/// - Parameters:
///   - thenables: The promises to wait for.
///   - rejected: Called with the index and the error of the first promise that is rejected. It runs where it was written,
///     before the handlers of the returned promise. It is not called when the returned promise is canceled.
///   - file: The file in which the promise is created, for reports.
///   - line: The line in that file.
/// - Returns: A promise of the values, in the order of `thenables`.
public func when<U: Thenable>(
  fulfilled thenables: some Sequence<U>,
  @_inheritActorContext(always) rejected: @escaping @isolated(any) @Sendable (Int, any Error) -> Void,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<[U.Value]> {
  let site = CreationSite(file, line)
  let inputs = thenables.map { CombinatorInput($0, site) }
  let first = FirstRejection()
  return first.report(
    whenFulfilled(inputs.map(\.any), site, claimRejection: first.claim) {
      try inputs.map { try $0.knownResult.get() }
    }, site, Handler(rejected)
  ) { $0 }
}

/// Waits for all promises of a dictionary, and tells a handler which one was rejected.
///
/// Behaves like the form that takes a sequence, with the keys of the dictionary in place of indices.
///
/// - Parameters:
///   - thenables: The promises to wait for.
///   - rejected: Called with the key and the error of the first promise that is rejected.
///   - file: The file in which the promise is created, for reports.
///   - line: The line in that file.
/// - Returns: A promise of the values under the same keys.
public func when<Key: Hashable & Sendable, U: Thenable>(
  fulfilled thenables: [Key: U],
  @_inheritActorContext(always) rejected: @escaping @isolated(any) @Sendable (Key, any Error) -> Void,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<[Key: U.Value]> {
  let site = CreationSite(file, line)
  let keys = Array(thenables.keys)
  let inputs = thenables.mapValues { CombinatorInput($0, site) }
  let first = FirstRejection()
  return first.report(
    whenFulfilled(keys.map { inputs[$0]!.any }, site, claimRejection: first.claim) {
      try inputs.mapValues { try $0.knownResult.get() }
    }, site, Handler(rejected)
  ) { keys[$0] }
}

/// The rejection that rejects a combined promise: the index and the error of one and the same input.
private final class FirstRejection: Sendable {
  private let claimed = Lock<(index: Int, error: any Error)?>(nil)

  /// Claims the rejection for an input. Returns whether no other input has claimed it before.
  @Sendable func claim(_ index: Int, _ error: any Error) -> Bool {
    claimed.withLock { claimed in
      guard claimed == nil else { return false }
      claimed = (index, error)
      return true
    }
  }

  /// Returns a promise that settles like `combined`, after `handler` has been called with the claimed rejection.
  func report<Values, Key>(
    _ combined: Promise<Values>, _ site: CreationSite, _ handler: Handler<(Key, any Error), Void, Never>,
    _ key: @escaping @Sendable (Int) -> Key
  ) -> Promise<Values> {
    combined.deriveWitness(
      on: handler.executor, site, seesCancellation: false, handlesError: false,
      wants: { [self] outcome in rejection(of: outcome) != nil },
      body: { [self] outcome in
        if let (index, error) = rejection(of: outcome) { handler((key(index), error)) }
      })
  }

  /// The claimed rejection, if it is the reason for the outcome.
  private func rejection<Values>(of outcome: Result<Values, any Error>) -> (index: Int, error: any Error)? {
    guard case .failure(let error) = outcome, let rejection = claimed.withLock({ $0 }) else { return nil }
    // The combined promise may have been canceled by another thread just after the claim.
    return error.isCancelled && !rejection.error.isCancelled ? nil : rejection
  }
}
