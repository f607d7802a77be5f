/// Returns a guarantee of the outcomes of several promises, in the order in which they were passed.
///
/// ```swift
/// when(resolved: uploads).done { results in show(results.compactMap { try? $0.get() }) }
/// ```
///
/// The combinator waits until every input has settled, whether it is fulfilled or rejected. The outcome of an abandoned
/// guarantee is ``PromiseError/abandoned(file:line:)``.
///
/// - Parameter thenables: The inputs. If there are none, the returned guarantee is fulfilled with `[]`.
/// - Returns: A guarantee of the outcomes. Canceling it cancels the inputs that have no other consumer, and so fulfills
///   the guarantee once every other input has settled.
/// - Complexity: O(*n*) in total.
@_alwaysEmitIntoClient
public func when<U: Thenable>(
  resolved thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<U.Value, any Error>]> {
  let site = CreationSite(file, line)
  let inputs = thenables.map { CombinatorInput($0, site) }
  return whenResolved(inputs.map(\.any), site) { inputs.map(\.finalResult) }
}

/// Returns a guarantee of the outcomes of several promises, in the order in which they were passed.
///
/// Behaves like the form that takes a sequence.
///
/// - Parameter thenables: The inputs. If there are none, the returned guarantee is fulfilled with `[]`.
/// - Returns: A guarantee of the outcomes.
@_alwaysEmitIntoClient
public func when<U: Thenable>(
  resolved thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<U.Value, any Error>]> { when(resolved: thenables, file: file, line: line) }

/// Returns a guarantee of a tuple of the outcomes of several promises of different types.
///
/// Behaves like the form that takes a sequence, for any number of promises.
///
/// - Parameter thenables: The inputs.
/// - Returns: A guarantee of the outcomes, in the order of the inputs.
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

/// Returns a guarantee of the outcomes of a dictionary of promises, under the same keys.
///
/// Behaves like the form that takes a sequence. Without inputs, the guarantee is fulfilled with `[:]`.
///
/// - Parameter thenables: The inputs.
/// - Returns: A guarantee of the outcomes.
@_alwaysEmitIntoClient
public func when<Key: Hashable & Sendable, U: Thenable>(
  resolved thenables: [Key: U], file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Key: Result<U.Value, any Error>]> {
  let site = CreationSite(file, line)
  let inputs = thenables.mapValues { CombinatorInput($0, site) }
  return whenResolved(inputs.values.map(\.any), site) { inputs.mapValues(\.finalResult) }
}

/// Implements all forms of `when(resolved:)`: counts the inputs down, and collects their outcomes after the last one.
@usableFromInline
func whenResolved<Results>(
  _ inputs: [AnyPromise], _ site: CreationSite, collect: @escaping @Sendable () -> Results
) -> Guarantee<Results> {
  let combined = Guarantee<Results>(site: site, context: .ofNewPromise())
  let missing = Countdown(from: inputs.count)
  if inputs.isEmpty { combined.settle(.success(collect())) }
  combined.observeAll(inputs) { combined, _, _, trampoline in
    let combined = TypedPromise<Results, Never>(combined)
    if missing.countDown() { combined.settle(.success(collect()), in: trampoline) }
    return true
  }
  return combined
}
