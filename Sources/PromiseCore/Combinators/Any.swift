/// Waits until all of them are settled, one at least of them fulfilled. From google/promises.
///
/// ```swift
/// any(mirrors.map { fetch($0) }).then { answers in answers.compactMap(\.value) }
/// ```
///
/// - Parameters:
///   - thenables: What to wait for. Each has one consumer more.
///   - file: Where the promise is made, for reports.
///   - line: Likewise.
/// - Returns: A promise of what has become of each, in the order in which they were given. If all of them are rejected,
///   so is the promise, with the error of the last one to be. None: fulfilled with `[]`.
/// - Complexity: O(*n*) in all.
public func any<U: Thenable>(
  _ thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<[Maybe<U.Value>]> {
  let origin = Origin(file, line)
  let members = thenables.map { Member($0, origin) }
  return whenAny(members.map(\.engine), origin) { members.map { Maybe($0.endResult) } }
}

/// Waits until several promises of one type are settled, one at least of them fulfilled. From google/promises.
@_disfavoredOverload
public func any<U: Thenable>(
  _ thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<[Maybe<U.Value>]> { any(thenables, file: file, line: line) }

/// Waits until several promises of different types are settled, one at least of them fulfilled. From google/promises.
///
/// As the form that takes a sequence: a promise of a tuple.
public func any<First: Thenable, each U: Thenable>(
  _ first: First, _ others: repeat each U, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(Maybe<First.Value>, repeat Maybe<(each U).Value>)> {
  anyTuple(Origin(file, line), first, repeat each others)
}

func anyTuple<each U: Thenable>(
  _ origin: Origin, _ thenables: repeat each U
) -> Promise<(repeat Maybe<(each U).Value>)> {
  let members = (repeat Member(each thenables, origin))
  var engines: [AnyPromiseEngine] = []
  for member in repeat each members { engines.append(member.engine) }
  return whenAny(engines, origin) { (repeat Maybe((each members).endResult)) }
}

private func whenAny<Values>(
  _ members: [AnyPromiseEngine], _ origin: Origin, collect: @escaping @Sendable () -> Values
) -> Promise<Values> {
  let whole = Promise<Values>(origin: origin, scope: .ofNewPromise())
  let missing = Countdown(from: members.count)
  let unfulfilled = Countdown(from: members.count)
  if members.isEmpty { whole.settle(.success(collect())) }
  whole.gather(members) { _, ending, run in
    // In this order, so that whoever is last of all knows of every failure.
    if ending.failure != nil { _ = unfulfilled.countDown() }
    guard missing.countDown() else { return }
    if unfulfilled.isOver, let (error, isHandled) = ending.failure {
      whole.settle(.failure(error), isHandled: isHandled, in: &run)
    } else {
      whole.settle(.success(collect()), in: &run)
    }
  }
  return whole
}
