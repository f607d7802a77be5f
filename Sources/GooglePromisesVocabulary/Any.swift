public import PromiseCore

/// Returns a promise of the outcomes of several promises, and rejects it if all of them are rejected.
///
/// The returned promise settles when all promises have settled. Canceling it cancels the promises that have no other
/// consumer.
///
/// - Parameters:
///   - thenables: The promises to wait for.
/// - Returns: A promise of the outcomes, in the order of the promises. If all promises are rejected, it is rejected
///   with the error of the promise that was rejected last. Without promises, it is fulfilled with `[]`.
/// - Complexity: O(*n*) in total.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Use `when(resolved:)`, and inspect the results. Unlike `any`, it does not fail if all promises are rejected."
)
public func any<U: Thenable>(
  _ thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<[Maybe<U.Value>]> {
  let site = CreationSite(file, line)
  let inputs = thenables.map { CombinatorInput($0, site) }
  return whenAny(inputs.map(\.any), site) { inputs.map { Maybe($0.finalResult) } }
}

/// Returns a promise of the outcomes of several promises of one type, and rejects it if all of them are rejected.
///
/// - Parameter thenables: The promises to wait for.
/// - Returns: A promise of the outcomes, in the order of the promises. If all promises are rejected, it is rejected
///   with the error of the promise that was rejected last.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Use `when(resolved:)`, and inspect the results. Unlike `any`, it does not fail if all promises are rejected."
)
@_disfavoredOverload
public func any<U: Thenable>(
  _ thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<[Maybe<U.Value>]> { any(thenables, file: file, line: line) }

/// Returns a promise of a tuple of the outcomes of promises of different types, and rejects it if all of them are
/// rejected.
///
/// - Parameters:
///   - first: The first promise to wait for.
///   - others: The other promises to wait for.
/// - Returns: A promise of the outcomes, in the order of the promises. If all promises are rejected, it is rejected
///   with the error of the promise that was rejected last.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Use `when(resolved:)`, and inspect the results. Unlike `any`, it does not fail if all promises are rejected."
)
public func any<First: Thenable, each U: Thenable>(
  _ first: First, _ others: repeat each U, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(Maybe<First.Value>, repeat Maybe<(each U).Value>)> {
  anyTuple(CreationSite(file, line), first, repeat each others)
}

/// Returns a promise of a tuple of the outcomes, for any number of promises.
@available(*, deprecated)
func anyTuple<each U: Thenable>(
  _ site: CreationSite, _ thenables: repeat each U
) -> Promise<(repeat Maybe<(each U).Value>)> {
  let inputs = (repeat CombinatorInput(each thenables, site))
  var promises: [AnyPromise] = []
  for input in repeat each inputs { promises.append(input.any) }
  return whenAny(promises, site) { (repeat Maybe((each inputs).finalResult)) }
}

/// Returns a promise that settles when all inputs have settled. It is rejected if all of them are rejected.
private func whenAny<Values>(
  _ inputs: [AnyPromise], _ site: CreationSite, collect: @escaping @Sendable () -> Values
) -> Promise<Values> {
  let combined = Promise<Values>(site: site, context: .ofNewPromise())
  let missing = Countdown(from: inputs.count)
  let unfulfilled = Countdown(from: inputs.count)
  if inputs.isEmpty { combined.settle(.success(collect())) }
  combined.observeAll(inputs) { _, _, outcome, trampoline in
    // The failures are counted first, so that the input that settles last sees all of them.
    if outcome.failure != nil { _ = unfulfilled.countDown() }
    guard missing.countDown() else { return true }
    if unfulfilled.hasReachedZero, let (error, isHandled) = outcome.failure {
      combined.settle(.failure(error), isHandled: isHandled, in: trampoline)
    } else {
      combined.settle(.success(collect()), in: trampoline)
    }
    return true
  }
  return combined
}

/// Returns a promise of the outcomes of two promises, and rejects it if both are rejected.
///
/// - Parameters:
///   - a: The first promise to wait for.
///   - b: The second promise to wait for.
/// - Returns: A promise of the outcomes, in the order of the promises. If all promises are rejected, it is rejected
///   with the error of the promise that was rejected last.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Use `when(resolved:)`, and inspect the results. Unlike `any`, it does not fail if all promises are rejected."
)
public func any<A: Thenable, B: Thenable>(
  _ a: A, _ b: B, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(Maybe<A.Value>, Maybe<B.Value>)> { anyTuple(CreationSite(file, line), a, b) }

/// Returns a promise of the outcomes of three promises, and rejects it if all of them are rejected.
///
/// - Parameters:
///   - a: The first promise to wait for.
///   - b: The second promise to wait for.
///   - c: The third promise to wait for.
/// - Returns: A promise of the outcomes, in the order of the promises. If all promises are rejected, it is rejected
///   with the error of the promise that was rejected last.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Use `when(resolved:)`, and inspect the results. Unlike `any`, it does not fail if all promises are rejected."
)
public func any<A: Thenable, B: Thenable, C: Thenable>(
  _ a: A, _ b: B, _ c: C, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(Maybe<A.Value>, Maybe<B.Value>, Maybe<C.Value>)> { anyTuple(CreationSite(file, line), a, b, c) }
