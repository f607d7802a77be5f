/// Waits for all of them: a guarantee of their values, in the order in which they were given. From PromiseKit.
///
/// - Parameters:
///   - guarantees: What to wait for. Each has one consumer more.
///   - file: Where the guarantee is made, for reports.
///   - line: Likewise.
/// - Returns: A guarantee. Cancelling it asks those to hurry that nobody else wants. If one of them is abandoned, so is
///   the whole. None: fulfilled with `[]`.
/// - Complexity: O(*n*) in all.
public func when<Value>(
  guarantees: some Sequence<Guarantee<Value>>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Value]> {
  let members = Array(guarantees)
  return whenGuaranteed(members, Origin(file, line)) { members.map { $0.knownOutcome.get() } }
}

/// Waits for all of them, when there is nothing to collect. From PromiseKit.
public func when(
  guarantees: some Sequence<Guarantee<Void>>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> { whenGuaranteed(Array(guarantees), Origin(file, line)) {} }

/// Waits for several guarantees, when there is nothing to collect. From PromiseKit.
public func when(
  _ guarantees: Guarantee<Void>..., file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> { whenGuaranteed(guarantees, Origin(file, line)) {} }

/// Waits for several guarantees of different types: a guarantee of a tuple. From PromiseKit.
///
/// As the form that takes a sequence, for any number of them.
@_disfavoredOverload
public func when<each Value>(
  guarantees: repeat Guarantee<each Value>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(repeat each Value)> { guaranteeTuple(Origin(file, line), repeat each guarantees) }

func guaranteeTuple<each Value>(
  _ origin: Origin, _ guarantees: repeat Guarantee<each Value>
) -> Guarantee<(repeat each Value)> {
  let members = (repeat each guarantees)
  var engines: [AnyPromiseEngine] = []
  for member in repeat each members { engines.append(member) }
  return whenGuaranteed(engines, origin) { (repeat (each members).knownOutcome.get()) }
}

/// What the forms have in common: counts down, and collects when nobody is missing any more.
private func whenGuaranteed<Values>(
  _ members: [AnyPromiseEngine], _ origin: Origin, collect: @escaping @Sendable () -> Values
) -> Guarantee<Values> {
  let whole = Guarantee<Values>(origin: origin, scope: .ofNewPromise())
  let missing = Countdown(from: members.count)
  if members.isEmpty { whole.settle(.success(collect())) }
  whole.gather(members) { _, ending, run in
    if case .abandoned = ending {
      whole.abandon(in: &run)
    } else if missing.countDown() {
      whole.settle(.success(collect()), in: &run)
    }
  }
  return whole
}
