/// Waits for all of them: a guarantee of their values, in the order in which they were given. From PromiseKit.
///
/// - Parameters:
///   - guarantees: What to wait for. Each has one consumer more.
/// - Returns: A guarantee. Canceling it cancels those that have no other consumer. If one of them is abandoned, so is
///   the combined promise. None: fulfilled with `[]`.
/// - Complexity: O(*n*) in all.
@_alwaysEmitIntoClient
public func when<Value>(
  guarantees: some Sequence<Guarantee<Value>>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Value]> {
  let inputs = Array(guarantees)
  return whenGuaranteed(inputs, CreationSite(file, line)) { inputs.map { $0.knownOutcome.get() } }
}

/// Waits for all of them, when there is nothing to collect. From PromiseKit.
@_alwaysEmitIntoClient
public func when(
  guarantees: some Sequence<Guarantee<Void>>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> { whenGuaranteed(Array(guarantees), CreationSite(file, line)) {} }

/// Waits for several guarantees, when there is nothing to collect. From PromiseKit.
@_alwaysEmitIntoClient
public func when(
  _ guarantees: Guarantee<Void>..., file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> { whenGuaranteed(guarantees, CreationSite(file, line)) {} }

/// Waits for several guarantees of different types: a guarantee of a tuple. From PromiseKit.
///
/// As the form that takes a sequence, for any number of them.
@_disfavoredOverload
@_alwaysEmitIntoClient
public func when<each Value>(
  guarantees: repeat Guarantee<each Value>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(repeat each Value)> { guaranteeTuple(CreationSite(file, line), repeat each guarantees) }

@_alwaysEmitIntoClient
func guaranteeTuple<each Value>(
  _ site: CreationSite, _ guarantees: repeat Guarantee<each Value>
) -> Guarantee<(repeat each Value)> {
  let inputs = (repeat each guarantees)
  var promises: [AnyPromise] = []
  for input in repeat each inputs { promises.append(input) }
  return whenGuaranteed(promises, site) { (repeat (each inputs).knownOutcome.get()) }
}

/// What the forms have in common: counts down, and collects when nobody is missing any more.
@_alwaysEmitIntoClient
func whenGuaranteed<Values>(
  _ inputs: [AnyPromise], _ site: CreationSite, collect: @escaping @Sendable () -> Values
) -> Guarantee<Values> {
  let combined = Guarantee<Values>(site: site, context: .ofNewPromise())
  let missing = Countdown(from: inputs.count)
  if inputs.isEmpty { combined.settle(.success(collect())) }
  combined.observeAll(inputs) { _, outcome, trampoline in
    if case .abandoned = outcome {
      combined.abandon(in: trampoline)
    } else if missing.countDown() {
      combined.settle(.success(collect()), in: trampoline)
    }
    return true
  }
  return combined
}
