/// Returns a promise that adopts the outcome of the first promise to settle.
///
/// An array may be empty, so the result is a promise for guarantees as well; `race(a, b)` of guarantees is a guarantee.
///
/// - Parameters:
///   - thenables: The promises. If there are none, the result is rejected with ``PromiseError/badInput``.
///   - losers: What happens to the other promises. The default cancels those that have no other consumer.
/// - Returns: A promise. Canceling it cancels the promises that have no other consumer.
public func race<U: Thenable>(
  _ thenables: [U], losers: LoserPolicy = .cancel, file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> {
  guard !thenables.isEmpty else { return Promise(error: PromiseError.badInput, file: file, line: line) }
  let combined = Promise<U.Value>(site: CreationSite(file, line), context: .ofNewPromise())
  let inputs = thenables.map { CombinatorInput($0, combined.site) }
  combined.observeAll(inputs.map(\.any), reportsLateErrors: losers == .spare) { input, outcome, trampoline in
    if let (error, isHandled) = outcome.failure {
      return combined.settle(.failure(error), isHandled: isHandled, cancelsUpstream: losers == .cancel, in: trampoline)
    }
    guard combined.isPending, let winner = inputs.first(where: { $0.any === input }) else { return false }
    return combined.settle(winner.knownResult, cancelsUpstream: losers == .cancel, in: trampoline)
  }
  return combined
}

/// The first of them to be settled, with its value or its error. From PromiseKit and google/promises.
///
/// As the form that takes an array.
@_disfavoredOverload  // so that guarantees make a guarantee
public func race<U: Thenable>(
  _ thenables: U..., losers: LoserPolicy = .cancel, file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> { race(thenables, losers: losers, file: file, line: line) }

/// The first of several guarantees to be fulfilled. From PromiseKit.
///
/// The others lose their consumer: those without another consumer are canceled, so that no timer is left behind. If
/// all of them are abandoned, so is the combined promise.
public func race<T>(
  _ first: Guarantee<T>, _ others: Guarantee<T>..., losers: LoserPolicy = .cancel, file: StaticString = #fileID,
  line: UInt = #line
) -> Guarantee<T> { raceOfGuarantees([first] + others, losers: losers, CreationSite(file, line)) }

/// The first of several guarantees to be fulfilled, for both forms.
@usableFromInline
func raceOfGuarantees<T>(
  _ inputs: [Guarantee<T>], losers: LoserPolicy, _ site: CreationSite
) -> Guarantee<T> {
  let combined = Guarantee<T>(site: site, context: .ofNewPromise())
  let running = Countdown(from: inputs.count)
  combined.observeAll(inputs) { input, outcome, trampoline in
    if case .fulfilled = outcome {
      guard combined.isPending, let winner = inputs.first(where: { $0 === input }) else { return false }
      return combined.settle(winner.knownOutcome, cancelsUpstream: losers == .cancel, in: trampoline)
    }
    // If all of them have been abandoned, so is the race.
    return running.countDown() && combined.abandon(in: trampoline)
  }
  return combined
}

/// The first of them to be fulfilled. From PromiseKit.
///
/// ```swift
/// race(fulfilled: mirrors.map { fetch($0) })
/// ```
///
/// - Parameters:
///   - thenables: Who runs. None: rejected with ``PromiseError/badInput``.
///   - losers: What becomes of the others; by default those that nobody else wants are cancelled.
/// - Returns: A promise. If all of them are rejected, so is the promise, with ``PromiseError/noWinner(_:)``, which has
///   their errors.
public func race<U: Thenable>(
  fulfilled thenables: [U], losers: LoserPolicy = .cancel, file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> {
  guard !thenables.isEmpty else { return Promise(error: PromiseError.badInput, file: file, line: line) }
  let combined = Promise<U.Value>(site: CreationSite(file, line), context: .ofNewPromise())
  let inputs = thenables.map { CombinatorInput($0, combined.site) }
  let running = Countdown(from: inputs.count)
  combined.observeAll(inputs.map(\.any), reportsLateErrors: losers == .spare) { input, outcome, trampoline in
    if outcome.failure == nil {
      guard combined.isPending, let winner = inputs.first(where: { $0.any === input }) else { return false }
      return combined.settle(winner.knownResult, cancelsUpstream: losers == .cancel, in: trampoline)
    }
    // The error of each input goes into `noWinner`, unless there is a winner.
    if running.countDown() {
      let errors = inputs.compactMap { input in
        if case .failure(let error) = input.finalResult { error } else { nil }
      }
      combined.settle(.failure(PromiseError.noWinner(RaceErrors(errors))), in: trampoline)
    }
    return combined.isPending || combined.isRejected
  }
  return combined
}

/// The first of them to be fulfilled. From PromiseKit.
///
/// As the form that takes an array.
public func race<U: Thenable>(
  fulfilled thenables: U..., losers: LoserPolicy = .cancel, file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> { race(fulfilled: thenables, losers: losers, file: file, line: line) }
