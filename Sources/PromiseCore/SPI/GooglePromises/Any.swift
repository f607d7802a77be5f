/// Waits until all of them are settled, one at least of them fulfilled. From google/promises.
///
/// - Parameters:
///   - thenables: What to wait for. Each has one consumer more.
/// - Returns: A promise of what has become of each, in the order in which they were given. If all of them are rejected,
///   so is the promise, with the error of the last one to be. None: fulfilled with `[]`.
/// - Complexity: O(*n*) in all.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Write `when(resolved:)`, and inspect the results. Unlike `any`, it does not fail if all of them are rejected."
)
public func any<U: Thenable>(
  _ thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<[Maybe<U.Value>]> {
  let site = CreationSite(file, line)
  let inputs = thenables.map { CombinatorInput($0, site) }
  return whenAny(inputs.map(\.any), site) { inputs.map { Maybe($0.finalResult) } }
}

/// Waits until several promises of one type are settled, one at least of them fulfilled. From google/promises.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Write `when(resolved:)`, and inspect the results. Unlike `any`, it does not fail if all of them are rejected."
)
@_disfavoredOverload
public func any<U: Thenable>(
  _ thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<[Maybe<U.Value>]> { any(thenables, file: file, line: line) }

/// Waits until several promises of different types are settled, one at least of them fulfilled. From google/promises.
///
/// As the form that takes a sequence: a promise of a tuple.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Write `when(resolved:)`, and inspect the results. Unlike `any`, it does not fail if all of them are rejected."
)
public func any<First: Thenable, each U: Thenable>(
  _ first: First, _ others: repeat each U, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(Maybe<First.Value>, repeat Maybe<(each U).Value>)> {
  anyTuple(CreationSite(file, line), first, repeat each others)
}

@available(*, deprecated)
func anyTuple<each U: Thenable>(
  _ site: CreationSite, _ thenables: repeat each U
) -> Promise<(repeat Maybe<(each U).Value>)> {
  let inputs = (repeat CombinatorInput(each thenables, site))
  var promises: [AnyPromise] = []
  for input in repeat each inputs { promises.append(input.any) }
  return whenAny(promises, site) { (repeat Maybe((each inputs).finalResult)) }
}

private func whenAny<Values>(
  _ inputs: [AnyPromise], _ site: CreationSite, collect: @escaping @Sendable () -> Values
) -> Promise<Values> {
  let combined = Promise<Values>(site: site, context: .ofNewPromise())
  let missing = Countdown(from: inputs.count)
  let unfulfilled = Countdown(from: inputs.count)
  if inputs.isEmpty { combined.settle(.success(collect())) }
  combined.observeAll(inputs) { _, outcome, trampoline in
    // In this order, so that whoever is last of all knows of every failure.
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

/// Waits until two promises are settled, one at least of them fulfilled. From google/promises.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Write `when(resolved:)`, and inspect the results. Unlike `any`, it does not fail if all of them are rejected."
)
public func any<A: Thenable, B: Thenable>(
  _ a: A, _ b: B, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(Maybe<A.Value>, Maybe<B.Value>)> { anyTuple(CreationSite(file, line), a, b) }

/// Waits until three promises are settled, one at least of them fulfilled. From google/promises.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Write `when(resolved:)`, and inspect the results. Unlike `any`, it does not fail if all of them are rejected."
)
public func any<A: Thenable, B: Thenable, C: Thenable>(
  _ a: A, _ b: B, _ c: C, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(Maybe<A.Value>, Maybe<B.Value>, Maybe<C.Value>)> { anyTuple(CreationSite(file, line), a, b, c) }
