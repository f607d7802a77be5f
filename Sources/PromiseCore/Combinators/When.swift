/// Waits for all of them: a promise of their values, in the order in which they were given. From PromiseKit.
///
/// ```swift
/// when(fulfilled: users.map { fetchAvatar(of: $0) }).done { avatars in show(avatars) }
/// ```
///
/// The first one that is rejected rejects the combined promise with its error; the others go on. Canceling the combined promise cancels
/// those of them that nobody else wants. None: fulfilled with `[]`.
///
/// - Parameters:
///   - thenables: What to wait for. Each has one consumer more.
///   - file: The file of the call, for reports.
///   - line: The line of the call, for reports.
/// - Complexity: O(*n*) in all.
@inlinable
public func when<U: Thenable>(
  fulfilled thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<[U.Value]> {
  let site = CreationSite(file, line)
  let inputs = thenables.map { CombinatorInput($0, site).any }
  return whenFulfilled(inputs, site) { inputs.map { $0.knownValue(as: U.Value.self) } }
}

/// Waits for all of them, when there is nothing to collect. From PromiseKit.
///
/// As the form that collects values.
public func when<U: Thenable<Void>>(
  fulfilled thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  let site = CreationSite(file, line)
  return whenFulfilled(thenables.map { CombinatorInput($0, site).any }, site) {}
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
) -> Promise<(repeat (each U).Value)> { whenTuple(CreationSite(file, line), repeat each thenables) }

func whenTuple<each U: Thenable>(_ site: CreationSite, _ thenables: repeat each U) -> Promise<(repeat (each U).Value)> {
  let inputs = (repeat CombinatorInput(each thenables, site))
  var promises: [AnyPromise] = []
  for input in repeat each inputs { promises.append(input.any) }
  return whenFulfilled(promises, site) { (repeat try (each inputs).knownResult.get()) }
}

/// Waits for several promises, when there is nothing to collect. From PromiseKit.
///
/// Taken instead of a tuple of nothings where a `Promise<Void>` is asked for, as by a handler without a parameter.
@_disfavoredOverload
public func when<U: Thenable<Void>>(
  fulfilled thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  let site = CreationSite(file, line)
  return whenFulfilled(thenables.map { CombinatorInput($0, site).any }, site) {}
}

/// Waits for all promises of a dictionary: a promise of their values under the same keys. From PromiseKit 1.
///
/// As the form that takes a sequence. None: fulfilled with `[:]`.
public func when<Key: Hashable & Sendable, U: Thenable>(
  fulfilled thenables: [Key: U], file: StaticString = #fileID, line: UInt = #line
) -> Promise<[Key: U.Value]> {
  let site = CreationSite(file, line)
  let inputs = thenables.mapValues { CombinatorInput($0, site) }
  return whenFulfilled(inputs.values.map(\.any), site) { try inputs.mapValues { try $0.knownResult.get() } }
}

/// The common part of all forms of `when(fulfilled:)`: counts the inputs down, and collects their values after the last.
///
/// - Parameters:
///   - inputs: The promises to wait for.
///   - site: Where the combinator was called.
///   - claimRejection: Called with the index and the error of an input that is rejected while the combined promise is
///     pending. Only the input for which it returns `true` rejects the combined promise. So the index is known before the
///     rejection can be seen.
///   - collect: Returns the combined promise value once every input is fulfilled.
@inlinable
func whenFulfilled<Values>(
  _ inputs: [AnyPromise], _ site: CreationSite, claimRejection: (@Sendable (Int, any Error) -> Bool)? = nil,
  collect: @escaping @Sendable () throws -> Values
) -> Promise<Values> {
  let combined = Promise<Values>(site: site, context: .ofNewPromise())
  let missing = Countdown(from: inputs.count)
  if inputs.isEmpty { combined.settle(Result(catching: collect)) }
  combined.observeAll(inputs) { input, outcome, trampoline in
    if let (error, isHandled) = outcome.failure {
      if let claimRejection {
        // Inputs that are rejected because the combined promise was canceled claim nothing.
        guard combined.isPending, claimRejection(inputs.firstIndex { $0 === input }!, error) else { return true }
      }
      combined.settle(.failure(error), isHandled: isHandled, in: trampoline)
    } else if missing.countDown() {
      combined.settle(in: trampoline, collect)
    }
    return true
  }
  return combined
}
