/// Waits for all of them: a promise of their values, in the order in which they were given. From PromiseKit.
///
/// ```swift
/// when(fulfilled: users.map { fetchAvatar(of: $0) }).done { avatars in show(avatars) }
/// ```
///
/// The first one that is rejected rejects the whole with its error; the others go on. Cancelling the whole cancels
/// those of them that nobody else wants. None: fulfilled with `[]`.
///
/// - Parameters:
///   - thenables: What to wait for. Each has one consumer more.
///   - file: Where the promise is made, for reports.
///   - line: Likewise.
/// - Complexity: O(*n*) in all.
@inlinable
public func when<U: Thenable>(
  fulfilled thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<[U.Value]> {
  let origin = Origin(file, line)
  let members = thenables.map { Member($0, origin).engine }
  return whenFulfilled(members, origin) { members.map { $0.knownValue(as: U.Value.self) } }
}

/// Waits for all of them, when there is nothing to collect. From PromiseKit.
///
/// As the form that collects values.
public func when<U: Thenable<Void>>(
  fulfilled thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  let origin = Origin(file, line)
  return whenFulfilled(thenables.map { Member($0, origin).engine }, origin) {}
}

/// Waits for several promises of different types: a promise of a tuple. From PromiseKit.
///
/// ```swift
/// when(fulfilled: fetchUser(), fetchSettings()).done { user, settings in show(user, settings) }
/// ```
///
/// As the form that takes a sequence, for any number of them.
public func when<each U: Thenable>(
  fulfilled thenables: repeat each U, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(repeat (each U).Value)> { whenTuple(Origin(file, line), repeat each thenables) }

func whenTuple<each U: Thenable>(_ origin: Origin, _ thenables: repeat each U) -> Promise<(repeat (each U).Value)> {
  let members = (repeat Member(each thenables, origin))
  var engines: [AnyPromiseEngine] = []
  for member in repeat each members { engines.append(member.engine) }
  return whenFulfilled(engines, origin) { (repeat try (each members).knownResult.get()) }
}

/// Waits for several promises, when there is nothing to collect. From PromiseKit.
///
/// Taken instead of a tuple of nothings where a `Promise<Void>` is asked for, as by a handler without a parameter.
@_disfavoredOverload
public func when<U: Thenable<Void>>(
  fulfilled thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  let origin = Origin(file, line)
  return whenFulfilled(thenables.map { Member($0, origin).engine }, origin) {}
}

/// Waits for all promises of a dictionary: a promise of their values under the same keys. From PromiseKit 1.
///
/// As the form that takes a sequence. None: fulfilled with `[:]`.
public func when<Key: Hashable & Sendable, U: Thenable>(
  fulfilled thenables: [Key: U], file: StaticString = #fileID, line: UInt = #line
) -> Promise<[Key: U.Value]> {
  let origin = Origin(file, line)
  let members = thenables.mapValues { Member($0, origin) }
  return whenFulfilled(members.values.map(\.engine), origin) { try members.mapValues { try $0.knownResult.get() } }
}

/// What the forms of `when(fulfilled:)` have in common: counts down, and collects when nobody is missing any more.
///
/// `firstRejected` is called with the place among the members of the one that rejects the whole, before anybody hears
/// of it.
@inlinable
func whenFulfilled<Values>(
  _ members: [AnyPromiseEngine], _ origin: Origin, firstRejected: (@Sendable (Int) -> Void)? = nil,
  collect: @escaping @Sendable () throws -> Values
) -> Promise<Values> {
  let whole = Promise<Values>(origin: origin, scope: .ofNewPromise())
  let missing = Countdown(from: members.count)
  if members.isEmpty { whole.settle(Result(catching: collect)) }
  whole.gather(members) { member, ending, run in
    if let (error, isHandled) = ending.failure {
      // Noted before anybody is served: that is done by this run, after this.
      if whole.settle(.failure(error), isHandled: isHandled, in: &run) {
        firstRejected?(members.firstIndex { $0 === member }!)
      }
    } else if missing.countDown() {
      whole.settle(in: &run, collect)
    }
  }
  return whole
}
