/// Returns a promise of the values of several promises, in the order in which they were passed.
///
/// ```swift
/// when(fulfilled: users.map { fetchAvatar(of: $0) }).done { avatars in show(avatars) }
/// ```
///
/// A trailing closure receives the index and the error of the promise that failed:
///
/// ```swift
/// when(fulfilled: uploads) { index, error in print("upload \(index):", error) }.catch { show($0) }
/// ```
///
/// The first input that is rejected rejects the returned promise with its error, unchanged; the other inputs continue.
/// An abandoned guarantee counts as rejected with ``PromiseError/abandoned(file:line:)``.
///
/// - Parameters:
///   - thenables: The inputs. If there are none, the returned promise is fulfilled with `[]`.
///   - rejected: A handler of the rejection, which receives the index and the error of the input that rejects the
///     returned promise. It runs before the handlers of the promise, and does not run when the promise is canceled. It
///     runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
/// - Returns: A promise of the values. Canceling it cancels the inputs that have no other consumer.
/// - Complexity: O(*n*) in total.
@_alwaysEmitIntoClient
public func when<U: Thenable>(
  fulfilled thenables: some Sequence<U>,
  @_inheritActorContext(always) rejected: (@isolated(any) @Sendable (_ index: Int, any Error) -> Void)? = nil,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<[U.Value]> {
  let site = CreationSite(file, line)
  let inputs = thenables.map { CombinatorInput($0, site).any }
  return whenFulfilled(inputs, site, rejected) { inputs.map { $0.knownValue(as: U.Value.self) } }
}

/// Returns a promise that is fulfilled when several promises without a value have all been fulfilled.
///
/// Behaves like the form that collects values.
///
/// - Parameters:
///   - thenables: The inputs. If there are none, the returned promise is already fulfilled.
///   - rejected: A handler of the rejection, which receives the index and the error of the input that rejects the
///     returned promise. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
/// - Returns: A promise without a value. Canceling it cancels the inputs that have no other consumer.
@_alwaysEmitIntoClient
public func when<U: Thenable<Void>>(
  fulfilled thenables: some Sequence<U>,
  @_inheritActorContext(always) rejected: (@isolated(any) @Sendable (_ index: Int, any Error) -> Void)? = nil,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  let site = CreationSite(file, line)
  return whenFulfilled(thenables.map { CombinatorInput($0, site).any }, site, rejected) {}
}

/// Returns a promise of the values of a dictionary of promises, under the same keys.
///
/// Behaves like the form that takes a sequence, with keys instead of indices.
///
/// - Parameters:
///   - thenables: The inputs. If there are none, the returned promise is fulfilled with `[:]`.
///   - rejected: A handler of the rejection, which receives the key and the error of the input that rejects the
///     returned promise. It runs on the actor it is isolated to, or on `DispatchQueue.promises` if it is nonisolated.
/// - Returns: A promise of the values. Canceling it cancels the inputs that have no other consumer.
@_alwaysEmitIntoClient
public func when<Key: Hashable & Sendable, U: Thenable>(
  fulfilled thenables: [Key: U],
  @_inheritActorContext(always) rejected: (@isolated(any) @Sendable (_ key: Key, any Error) -> Void)? = nil,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<[Key: U.Value]> {
  let site = CreationSite(file, line)
  let keys = Array(thenables.keys)
  let inputs = thenables.mapValues { CombinatorInput($0, site) }
  return whenFulfilled(keys.map { inputs[$0]!.any }, site, rejected, key: { keys[$0] }) {
    try inputs.mapValues { try $0.knownResult.get() }
  }
}

/// Returns a promise of a tuple of the values of several promises of different types.
///
/// ```swift
/// when(fulfilled: fetchUser(), fetchSettings()).done { user, settings in show(user, settings) }
/// ```
///
/// Behaves like the form that takes a sequence, for any number of promises. For promises without a value, pass an array:
/// `when(fulfilled: [save(), send()])` returns a promise without a value instead of one of a tuple.
///
/// - Parameter thenables: The inputs.
/// - Returns: A promise of the values, in the order of the inputs. Canceling it cancels the inputs that have no other
///   consumer.
@_alwaysEmitIntoClient
public func when<each U: Thenable>(
  fulfilled thenables: repeat each U, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(repeat (each U).Value)> { whenTuple(CreationSite(file, line), repeat each thenables) }

/// Implements the forms of `when(fulfilled:)` that return a tuple.
@_alwaysEmitIntoClient
package func whenTuple<each U: Thenable>(_ site: CreationSite, _ thenables: repeat each U) -> Promise<
  (repeat (each U).Value)
> {
  let inputs = (repeat CombinatorInput(each thenables, site))
  var promises: [AnyPromise] = []
  for input in repeat each inputs { promises.append(input.any) }
  return whenFulfilled(promises, site) { (repeat try (each inputs).knownResult.get()) }
}

/// Waits for the inputs, and reports the first rejection to `rejected` if it is not `nil`.
@_alwaysEmitIntoClient
func whenFulfilled<Values>(
  _ inputs: [AnyPromise], _ site: CreationSite, _ rejected: (@isolated(any) @Sendable (Int, any Error) -> Void)?,
  collect: @escaping @Sendable () throws -> Values
) -> Promise<Values> { whenFulfilled(inputs, site, rejected, key: { $0 }, collect: collect) }

/// Waits for the inputs, and reports the first rejection to `rejected`, if it is not `nil`, with the key of the input
/// that was rejected.
@_alwaysEmitIntoClient
func whenFulfilled<Key, Values>(
  _ inputs: [AnyPromise], _ site: CreationSite, _ rejected: (@isolated(any) @Sendable (Key, any Error) -> Void)?,
  key: @escaping @Sendable (Int) -> Key, collect: @escaping @Sendable () throws -> Values
) -> Promise<Values> {
  // Without a handler, the code is specialized in the caller's module.
  guard let rejected else { return whenFulfilled(inputs, site, collect: collect) }
  return whenFulfilled(inputs, site, reporting: rejected, key: key, collect: collect)
}

/// Waits for the inputs, and reports the first rejection to `rejected` with the key of the input that was rejected.
///
/// - Parameters:
///   - inputs: The inputs.
///   - site: The call site of the combinator.
///   - rejected: The user's handler. It runs before the returned promise is rejected.
///   - key: Returns the key of an input, given its index.
///   - collect: Returns the value of the returned promise once every input is fulfilled.
@usableFromInline
func whenFulfilled<Key, Values>(
  _ inputs: [AnyPromise], _ site: CreationSite,
  reporting rejected: @escaping @isolated(any) @Sendable (Key, any Error) -> Void,
  key: @escaping @Sendable (Int) -> Key, collect: @escaping @Sendable () throws -> Values
) -> Promise<Values> {
  let first = FirstRejection()
  let combined = whenFulfilled(inputs, site, claimRejection: first.claim, collect: collect)
  return first.report(combined, site, Handler(rejected), key)
}

/// Implements all forms of `when(fulfilled:)`: counts the inputs down, and collects their values after the last one.
///
/// - Parameters:
///   - inputs: The inputs.
///   - site: The call site of the combinator.
///   - claimRejection: Called with the index and the error of an input that is rejected while the combined promise is
///     pending. Only the input for which it returns `true` rejects the combined promise, so the index is known before
///     the rejection can be observed.
///   - collect: Returns the value of the combined promise once every input is fulfilled.
@inlinable
func whenFulfilled<Values>(
  _ inputs: [AnyPromise], _ site: CreationSite, claimRejection: (@Sendable (Int, any Error) -> Bool)? = nil,
  collect: @escaping @Sendable () throws -> Values
) -> Promise<Values> {
  let combined = Promise<Values>(site: site, context: .ofNewPromise())
  let missing = Countdown(from: inputs.count)
  if inputs.isEmpty { combined.settle(Result(catching: collect)) }
  combined.observeAll(inputs) { _, input, outcome, trampoline in
    if let (error, isHandled) = outcome.failure {
      if let claimRejection {
        // An input that is rejected because the combined promise was canceled claims nothing.
        guard combined.any.isPending, claimRejection(inputs.firstIndex { $0 == input }!, error) else { return true }
      }
      combined.settle(.failure(error), isHandled: isHandled, in: trampoline)
    } else if missing.countDown() {
      combined.typed.settle(in: trampoline, collect)
    }
    return true
  }
  return combined
}
