/// Waits for all of them: a promise of their values, in the order in which they were given. From PromiseKit.
///
/// ```swift
/// when(fulfilled: users.map { fetchAvatar(of: $0) }).done { avatars in … }
/// ```
///
/// The first one that is rejected rejects the whole with its error; the others go on. Cancelling the whole cancels those
/// of them that nobody else wants. None: fulfilled with `[]`.
///
/// - Parameters:
///   - thenables: What to wait for. Each has one consumer more.
///   - file: Where the promise is made, for reports.
///   - line: Likewise.
/// - Complexity: O(*n*) in all.
public func when<U: Thenable>(
  fulfilled thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<[U.Value]> {
  let members = Array(thenables)
  return whenFulfilled(members, Origin(file, line)) { try members.map { try $0.knownValue() } }
}

/// Waits for all of them, when there is nothing to collect. From PromiseKit.
///
/// As the form that collects values.
public func when<U: Thenable<Void>>(
  fulfilled thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  whenFulfilled(Array(thenables), Origin(file, line)) {}
}

/// Waits for several promises of different types: a promise of a tuple. From PromiseKit.
///
/// ```swift
/// when(fulfilled: fetchUser(), fetchSettings()).done { user, settings in … }
/// ```
///
/// As the form that takes a sequence, for any number of them. If none of them has a value worth having, the result has none
/// either, instead of a tuple of nothings.
@_disfavoredOverload
public func when<each U: Thenable>(
  fulfilled thenables: repeat each U, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(repeat (each U).Value)> {
  var members: [any Thenable] = []
  for member in repeat each thenables { members.append(member) }
  return whenFulfilled(members, Origin(file, line)) { (repeat try (each thenables).knownValue()) }
}

/// Waits for several promises, when there is nothing to collect. From PromiseKit.
public func when<U: Thenable<Void>>(
  fulfilled thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  whenFulfilled(thenables, Origin(file, line)) {}
}

/// What the forms of `when(fulfilled:)` have in common: counts down, and collects when nobody is missing any more.
private func whenFulfilled<Values>(
  _ members: [any Thenable], _ origin: Origin, collect: @escaping @Sendable () throws -> Values
) -> Promise<Values> {
  let whole = Promise<Values>(origin: origin, scope: .ofNewPromise())
  let missing = Countdown(from: members.count)
  var run = Run()
  if members.isEmpty { whole.settle(in: &run, collect) }
  for member in members {
    observe(member, for: whole, in: &run) { error, isHandled, run in
      if let error {
        whole.settle(.failure(error), isHandled: isHandled, in: &run)
      } else if missing.countDown() {
        whole.settle(in: &run, collect)
      }
    }
  }
  // After the members have been attached to: nobody can leave who has not come yet.
  whole.link(.engines(members.compactMap { $0 as? AnyPromiseEngine }), in: &run)
  run.finish()
  return whole
}
