/// Returns a promise that adopts the outcome of the first promise to settle.
///
/// An array may be empty, so the result is a promise even if all inputs are guarantees. For guarantees, `race(a, b)`
/// returns a guarantee.
///
/// - Parameters:
///   - thenables: The inputs of the race. If there are none, the returned promise is rejected with
///     ``PromiseError/badInput``.
///   - losers: What happens to the other inputs when the race is decided. The default cancels those that have no other
///     consumer.
/// - Returns: A promise that adopts the outcome of the winner, be it a value or an error. Canceling it cancels the
///   inputs that have no other consumer.
/// - Complexity: O(*n*) in total.
public func race<U: Thenable>(
  _ thenables: [U], losers: LoserPolicy = .cancel, file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> {
  guard !thenables.isEmpty else { return Promise(error: PromiseError.badInput, file: file, line: line) }
  let combined = Promise<U.Value>(site: CreationSite(file, line), context: .ofNewPromise())
  let inputs = thenables.map { CombinatorInput($0, combined.site) }
  combined.observeAll(inputs.map(\.any), reportsLateErrors: losers == .spare) { _, input, outcome, trampoline in
    if let (error, isHandled) = outcome.failure {
      return combined.settle(.failure(error), isHandled: isHandled, cancelsUpstream: losers == .cancel, in: trampoline)
    }
    guard combined.any.isPending, let winner = inputs.first(where: { $0.any == input }) else { return false }
    return combined.settle(winner.knownResult, cancelsUpstream: losers == .cancel, in: trampoline)
  }
  return combined
}

/// Returns a promise that adopts the outcome of the first promise to settle. For guarantees, that is a guarantee.
///
/// By default, the race stops being a consumer of the losers, and a loser without another consumer is canceled. The
/// timer of an `after` that loses, for example, is removed.
///
/// - Parameters:
///   - first: An input of the race.
///   - others: The other inputs.
///   - losers: What happens to the other inputs when the race is decided. The default cancels those that have no other
///     consumer.
/// - Returns: A promise that adopts the outcome of the winner, or a guarantee of the winner's value. Canceling it cancels
///   the inputs that have no other consumer. If all inputs are guarantees and abandoned, so is the guarantee.
public func race<U: Thenable>(
  _ first: U, _ others: U..., losers: LoserPolicy = .cancel, file: StaticString = #fileID, line: UInt = #line
) -> U.Chained { raceOfGuaranteesOrOthers([first] + others, losers: losers, file: file, line: line) }

/// Implements the forms that return a guarantee for guarantees. There must be an input.
@_alwaysEmitIntoClient
package func raceOfGuaranteesOrOthers<U: Thenable>(
  _ inputs: [U], losers: LoserPolicy, file: StaticString, line: UInt
) -> U.Chained {
  guard U.isGuarantee else { return U.chained(race(inputs, losers: losers, file: file, line: line)) }
  let guarantees = unsafeBitCast(inputs, to: [Guarantee<U.Value>].self)  // the same type
  return U.chained(raceOfGuarantees(guarantees, losers: losers, CreationSite(file, line)))
}

/// Implements the races of guarantees.
@usableFromInline
package func raceOfGuarantees<T>(
  _ inputs: [Guarantee<T>], losers: LoserPolicy, _ site: CreationSite
) -> Guarantee<T> {
  let combined = Guarantee<T>(site: site, context: .ofNewPromise())
  let running = Countdown(from: inputs.count)
  combined.observeAll(inputs.map(\.any)) { combined, input, outcome, trampoline in
    if case .fulfilled = outcome {
      guard combined.isPending else { return false }
      let value = input.knownValue(as: T.self)
      return combined.fulfill(with: value, cancelsUpstream: losers == .cancel, in: trampoline)
    }
    // The race is abandoned when all of its inputs are.
    return running.countDown() && combined.abandon(in: trampoline)
  }
  return combined
}

/// Returns a promise of the value of the first promise to be fulfilled.
///
/// ```swift
/// race(fulfilled: mirrors.map { fetch($0) })
/// ```
///
/// An input that is rejected drops out of the race.
///
/// - Parameters:
///   - thenables: The inputs of the race. If there are none, the returned promise is rejected with
///     ``PromiseError/badInput``.
///   - losers: What happens to the other inputs when the race is decided. The default cancels those that have no other
///     consumer.
/// - Returns: A promise of the winner's value. If every input is rejected, the promise is rejected with
///   ``PromiseError/noWinner(_:)``, which carries the errors, or with `CancellationError` if all of these errors
///   represent cancellation. Canceling it cancels the inputs that have no other consumer.
/// - Complexity: O(*n*) in total.
public func race<U: Thenable>(
  fulfilled thenables: [U], losers: LoserPolicy = .cancel, file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> {
  guard !thenables.isEmpty else { return Promise(error: PromiseError.badInput, file: file, line: line) }
  let combined = Promise<U.Value>(site: CreationSite(file, line), context: .ofNewPromise())
  let inputs = thenables.map { CombinatorInput($0, combined.site) }
  let running = Countdown(from: inputs.count)
  combined.observeAll(inputs.map(\.any), reportsLateErrors: losers == .spare) { _, input, outcome, trampoline in
    if outcome.failure == nil {
      guard combined.any.isPending, let winner = inputs.first(where: { $0.any == input }) else { return false }
      return combined.settle(winner.knownResult, cancelsUpstream: losers == .cancel, in: trampoline)
    }
    // The error of every input becomes part of `noWinner`, unless an input wins or all inputs were canceled.
    if running.countDown() {
      let errors = RaceErrors(
        inputs.compactMap { input in
          if case .failure(let error) = input.finalResult { error } else { nil }
        })
      let error: any Error = errors.areCancellations ? CancellationError() : PromiseError.noWinner(errors)
      combined.settle(.failure(error), in: trampoline)
    }
    return combined.any.isPending || combined.isRejected
  }
  return combined
}

/// Returns a promise of the value of the first promise to be fulfilled.
///
/// Behaves like the form that takes an array.
///
/// - Parameters:
///   - thenables: The inputs of the race. If there are none, the returned promise is rejected with
///     ``PromiseError/badInput``.
///   - losers: What happens to the other inputs when the race is decided. The default cancels those that have no other
///     consumer.
/// - Returns: A promise of the winner's value. If every input is rejected, the promise is rejected with
///   ``PromiseError/noWinner(_:)``, or with `CancellationError` if every input was canceled.
public func race<U: Thenable>(
  fulfilled thenables: U..., losers: LoserPolicy = .cancel, file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> { race(fulfilled: thenables, losers: losers, file: file, line: line) }
