/// Waits until all of them are settled, one way or the other. From PromiseKit; `whenAll` in JustPromises.
///
/// ```swift
/// when(resolved: uploads).done { results in show(results.compactMap { try? $0.get() }) }
/// ```
///
/// - Parameters:
///   - thenables: What to wait for. Each has one consumer more.
/// - Returns: A guarantee of their outcomes, in the order in which they were given. Cancelling it cancels those that
///   nobody else wants, and so fulfils it. None: fulfilled with `[]`.
/// - Complexity: O(*n*) in all.
@_alwaysEmitIntoClient
public func when<U: Thenable>(
  resolved thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<U.Value, any Error>]> {
  let site = CreationSite(file, line)
  let inputs = thenables.map { CombinatorInput($0, site) }
  return whenResolved(inputs.map(\.any), site) { inputs.map(\.finalResult) }
}

/// Waits until all of them are settled, one way or the other. From PromiseKit.
///
/// As the form that takes a sequence.
@_alwaysEmitIntoClient
public func when<U: Thenable>(
  resolved thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<U.Value, any Error>]> { when(resolved: thenables, file: file, line: line) }

/// Waits until several promises of different types are settled: a guarantee of a tuple of results.
///
/// As the form that takes a sequence, for any number of them.
@_disfavoredOverload
@_alwaysEmitIntoClient
public func when<each U: Thenable>(
  resolved thenables: repeat each U, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(repeat Result<(each U).Value, any Error>)> {
  let site = CreationSite(file, line)
  let inputs = (repeat CombinatorInput(each thenables, site))
  var promises: [AnyPromise] = []
  for input in repeat each inputs { promises.append(input.any) }
  return whenResolved(promises, site) { (repeat (each inputs).finalResult) }
}

/// Waits until all promises of a dictionary are settled: a guarantee of their results under the same keys.
///
/// As the form that takes a sequence. From PromiseKit 1.
@_alwaysEmitIntoClient
public func when<Key: Hashable & Sendable, U: Thenable>(
  resolved thenables: [Key: U], file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Key: Result<U.Value, any Error>]> {
  let site = CreationSite(file, line)
  let inputs = thenables.mapValues { CombinatorInput($0, site) }
  return whenResolved(inputs.values.map(\.any), site) { inputs.mapValues(\.finalResult) }
}

/// What the forms of `when(resolved:)` have in common: counts down, and collects when nobody is missing any more.
@usableFromInline
func whenResolved<Results>(
  _ inputs: [AnyPromise], _ site: CreationSite, collect: @escaping @Sendable () -> Results
) -> Guarantee<Results> {
  let combined = Guarantee<Results>(site: site, context: .ofNewPromise())
  let missing = Countdown(from: inputs.count)
  if inputs.isEmpty { combined.settle(.success(collect())) }
  combined.observeAll(inputs) { _, _, trampoline in
    if missing.countDown() { combined.settle(.success(collect()), in: trampoline) }
    return true
  }
  return combined
}
