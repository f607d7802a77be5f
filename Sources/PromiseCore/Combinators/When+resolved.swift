/// Waits until all of them are settled, one way or the other. From PromiseKit; `whenAll` in JustPromises.
///
/// ```swift
/// when(resolved: uploads).done { results in show(results.compactMap { try? $0.get() }) }
/// ```
///
/// - Parameters:
///   - thenables: What to wait for. Each has one consumer more.
///   - file: Where the guarantee is made, for reports.
///   - line: Likewise.
/// - Returns: A guarantee of their outcomes, in the order in which they were given. Cancelling it cancels those that
///   nobody else wants, and so fulfils it. None: fulfilled with `[]`.
/// - Complexity: O(*n*) in all.
public func when<U: Thenable>(
  resolved thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<U.Value, any Error>]> {
  let origin = Origin(file, line)
  let members = thenables.map { Member($0, origin) }
  return whenResolved(members.map(\.engine), origin) { members.map(\.endResult) }
}

/// Waits until all of them are settled, one way or the other. From PromiseKit.
///
/// As the form that takes a sequence.
public func when<U: Thenable>(
  resolved thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Result<U.Value, any Error>]> { when(resolved: thenables, file: file, line: line) }

/// Waits until several promises of different types are settled: a guarantee of a tuple of results.
///
/// As the form that takes a sequence, for any number of them.
@_disfavoredOverload
public func when<each U: Thenable>(
  resolved thenables: repeat each U, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<(repeat Result<(each U).Value, any Error>)> {
  let origin = Origin(file, line)
  let members = (repeat Member(each thenables, origin))
  var engines: [AnyPromiseEngine] = []
  for member in repeat each members { engines.append(member.engine) }
  return whenResolved(engines, origin) { (repeat (each members).endResult) }
}

/// Waits until all promises of a dictionary are settled: a guarantee of their results under the same keys.
///
/// As the form that takes a sequence. From PromiseKit 1.
public func when<Key: Hashable & Sendable, U: Thenable>(
  resolved thenables: [Key: U], file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Key: Result<U.Value, any Error>]> {
  let origin = Origin(file, line)
  let members = thenables.mapValues { Member($0, origin) }
  return whenResolved(members.values.map(\.engine), origin) { members.mapValues(\.endResult) }
}

/// What the forms of `when(resolved:)` have in common: counts down, and collects when nobody is missing any more.
private func whenResolved<Results>(
  _ members: [AnyPromiseEngine], _ origin: Origin, collect: @escaping @Sendable () -> Results
) -> Guarantee<Results> {
  let whole = Guarantee<Results>(origin: origin, scope: .ofNewPromise())
  let missing = Countdown(from: members.count)
  if members.isEmpty { whole.settle(.success(collect())) }
  whole.gather(members) { _, _, run in
    if missing.countDown() { whole.settle(.success(collect()), in: &run) }
  }
  return whole
}
