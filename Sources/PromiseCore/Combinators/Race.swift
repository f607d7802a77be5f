/// The first of them to be settled, with its value or its error. From PromiseKit and google/promises.
///
/// - Parameters:
///   - thenables: Who runs. None: rejected with ``PromiseError/badInput``.
///   - losers: What becomes of the others; by default those that nobody else wants are cancelled.
///   - file: Where the promise is made, for reports.
///   - line: Likewise.
/// - Returns: A promise. Cancelling it cancels those that nobody else wants.
public func race<U: Thenable>(
  _ thenables: [U], losers: LoserPolicy = .cancel, file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> {
  guard !thenables.isEmpty else { return Promise(error: PromiseError.badInput, file: file, line: line) }
  let whole = Promise<U.Value>(origin: Origin(file, line), scope: .ofNewPromise())
  let members = thenables.map { Member($0, whole.origin) }
  whole.gather(members.map(\.engine)) { member, ending, run in
    if let (error, isHandled) = ending.failure {
      whole.settle(.failure(error), isHandled: isHandled, cancelsUpstream: losers == .cancel, in: &run)
    } else if whole.isPending, let winner = members.first(where: { $0.engine === member }) {
      whole.settle(winner.knownResult, cancelsUpstream: losers == .cancel, in: &run)
    }
  }
  return whole
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
/// The others lose their consumer: those that nobody else wants are asked to hurry, so that no timer is left behind. If
/// all of them are abandoned, so is the whole.
public func race<T>(
  _ first: Guarantee<T>, _ others: Guarantee<T>..., losers: LoserPolicy = .cancel, file: StaticString = #fileID,
  line: UInt = #line
) -> Guarantee<T> {
  let members = [first] + others
  let whole = Guarantee<T>(origin: Origin(file, line), scope: .ofNewPromise())
  let running = Countdown(from: members.count)
  whole.gather(members) { member, ending, run in
    if case .fulfilled = ending {
      guard whole.isPending, let winner = members.first(where: { $0 === member }) else { return }
      whole.settle(winner.knownOutcome, cancelsUpstream: losers == .cancel, in: &run)
    } else if running.countDown() {
      // All of them have been abandoned.
      whole.abandon(in: &run)
    }
  }
  return whole
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
///   - file: Where the promise is made, for reports.
///   - line: Likewise.
/// - Returns: A promise. If all of them are rejected, so is the promise, with ``PromiseError/noWinner(_:)``, which has
///   their errors.
public func race<U: Thenable>(
  fulfilled thenables: [U], losers: LoserPolicy = .cancel, file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> {
  guard !thenables.isEmpty else { return Promise(error: PromiseError.badInput, file: file, line: line) }
  let whole = Promise<U.Value>(origin: Origin(file, line), scope: .ofNewPromise())
  let members = thenables.map { Member($0, whole.origin) }
  let running = Countdown(from: members.count)
  whole.gather(members.map(\.engine)) { member, ending, run in
    if ending.failure == nil {
      guard whole.isPending, let winner = members.first(where: { $0.engine === member }) else { return }
      whole.settle(winner.knownResult, cancelsUpstream: losers == .cancel, in: &run)
    } else if running.countDown() {
      let errors = members.compactMap { member in
        if case .failure(let error) = member.endResult { error } else { nil }
      }
      whole.settle(.failure(PromiseError.noWinner(errors)), in: &run)
    }
  }
  return whole
}

/// The first of them to be fulfilled. From PromiseKit.
///
/// As the form that takes an array.
public func race<U: Thenable>(
  fulfilled thenables: U..., losers: LoserPolicy = .cancel, file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> { race(fulfilled: thenables, losers: losers, file: file, line: line) }
