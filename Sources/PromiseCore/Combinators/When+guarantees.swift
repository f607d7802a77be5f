/// Returns a guarantee of the values of several guarantees, in the order in which they were passed.
///
/// - Parameter guarantees: The inputs. If there are none, the returned guarantee is fulfilled with `[]`.
/// - Returns: A guarantee of the values. Canceling it requests cancellation of the inputs that have no other consumer.
///   If an input is abandoned, so is the guarantee.
/// - Complexity: O(*n*) in total.
@_alwaysEmitIntoClient
public func when<Value>(
  guarantees: some Sequence<Guarantee<Value>>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Value]> {
  let inputs = Array(guarantees)
  return whenGuaranteed(inputs.map(\.any), CreationSite(file, line)) { inputs.map { $0.knownOutcome.get() } }
}

/// Returns a guarantee that is fulfilled when several guarantees without a value have all been fulfilled.
///
/// Behaves like the form that collects values.
///
/// - Parameter guarantees: The inputs. If there are none, the returned guarantee is already fulfilled.
/// - Returns: A guarantee without a value.
@_alwaysEmitIntoClient
public func when(
  guarantees: some Sequence<Guarantee<Void>>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> { whenGuaranteed(guarantees.map(\.any), CreationSite(file, line)) {} }

/// Returns a guarantee that is fulfilled when several guarantees without a value have all been fulfilled.
///
/// Behaves like the form that takes a sequence.
///
/// - Parameter guarantees: The inputs. If there are none, the returned guarantee is already fulfilled.
/// - Returns: A guarantee without a value.
@_alwaysEmitIntoClient
public func when(
  _ guarantees: Guarantee<Void>..., file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> { whenGuaranteed(guarantees.map(\.any), CreationSite(file, line)) {} }

/// Returns a guarantee of a tuple of the values of several guarantees of different types.
///
/// Behaves like the form that takes a sequence, for any number of guarantees.
///
/// - Parameter guarantees: The inputs.
/// - Returns: A guarantee of the values, in the order of the inputs.
@_alwaysEmitIntoClient
public func when<each Value>(
  guarantees: repeat Guarantee<each Value>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(repeat each Value)> { guaranteeTuple(CreationSite(file, line), repeat each guarantees) }

/// Implements the forms of `when(guarantees:)` that return a tuple.
@_alwaysEmitIntoClient
func guaranteeTuple<each Value>(
  _ site: CreationSite, _ guarantees: repeat Guarantee<each Value>
) -> Guarantee<(repeat each Value)> {
  let inputs = (repeat each guarantees)
  var promises: [AnyPromise] = []
  for input in repeat each inputs { promises.append(input.any) }
  return whenGuaranteed(promises, site) { (repeat (each inputs).knownOutcome.get()) }
}

/// Implements all forms of `when(guarantees:)`: counts the inputs down, and collects their values after the last one.
@_alwaysEmitIntoClient
func whenGuaranteed<Values>(
  _ inputs: [AnyPromise], _ site: CreationSite, collect: @escaping @Sendable () -> Values
) -> Guarantee<Values> {
  let combined = Guarantee<Values>(site: site, context: .ofNewPromise())
  let missing = Countdown(from: inputs.count)
  if inputs.isEmpty { combined.settle(.success(collect())) }
  combined.observeAll(inputs) { combined, _, outcome, trampoline in
    let combined = TypedPromise<Values, Never>(combined)
    if case .abandoned = outcome {
      combined.any.abandon(in: trampoline)
    } else if missing.countDown() {
      combined.settle(.success(collect()), in: trampoline)
    }
    return true
  }
  return combined
}
