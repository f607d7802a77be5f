import Synchronization

/// Waits for all of them, and says which one failed. From PromiseKit 1.
///
/// ```swift
/// when(fulfilled: uploads) { index, error in print("upload \(index):", error) }.catch { show($0) }
/// ```
///
/// As `when(fulfilled:)`; the error that a `catch` sees is that of the promise, unchanged. (PromiseKit 1 puts the index
/// into the error.)
///
/// - Parameters:
///   - thenables: What to wait for.
///   - file: Where the promise is made, for reports.
///   - line: Likewise.
///   - rejected: Called with the index and the error of the first promise that is rejected; runs where it was written,
///     before the handlers of the promise that comes back.
@preconcurrency
public func when<U: Thenable>(
  fulfilled thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line,
  @_inheritActorContext(always) rejected: @escaping @isolated(any) @Sendable (Int, any Error) -> Void
) -> Promise<[U.Value]> {
  let origin = Origin(file, line)
  let members = thenables.map { Member($0, origin) }
  let first = FirstRejected()
  return first.tell(
    whenFulfilled(members.map(\.engine), origin, firstRejected: first.note) {
      try members.map { try $0.knownResult.get() }
    }, origin, PlaceHandler(rejected)
  ) { $0 }
}

/// Waits for all promises of a dictionary, and says which one failed. From PromiseKit 1.
///
/// As the form that takes a sequence; `rejected` is called with the key.
@preconcurrency
public func when<Key: Hashable & Sendable, U: Thenable>(
  fulfilled thenables: [Key: U], file: StaticString = #fileID, line: UInt = #line,
  @_inheritActorContext(always) rejected: @escaping @isolated(any) @Sendable (Key, any Error) -> Void
) -> Promise<[Key: U.Value]> {
  let origin = Origin(file, line)
  let keys = Array(thenables.keys)
  let members = thenables.mapValues { Member($0, origin) }
  let first = FirstRejected()
  return first.tell(
    whenFulfilled(keys.map { members[$0]!.engine }, origin, firstRejected: first.note) {
      try members.mapValues { try $0.knownResult.get() }
    }, origin, PlaceHandler(rejected)
  ) { keys[$0] }
}

/// The place of the member that was rejected first.
private final class FirstRejected: Sendable {
  private let place = Atomic(-1)

  @Sendable func note(_ index: Int) {
    _ = place.compareExchange(expected: -1, desired: index, ordering: .acquiringAndReleasing)
  }

  /// A promise that settles as `whole` does, once `handler` has been told who was rejected.
  func tell<Values, Place>(
    _ whole: Promise<Values>, _ origin: Origin, _ handler: PlaceHandler<Place>,
    _ name: @escaping @Sendable (Int) -> Place
  ) -> Promise<Values> {
    whole.witness(
      at: handler.executor, origin, seesCancellation: false, handlesError: false,
      wants: { [self] outcome in
        if case .failure = outcome { place.load(ordering: .acquiring) >= 0 } else { false }
      },
      body: { [self] outcome in
        if case .failure(let error) = outcome { handler.call(name(place.load(ordering: .acquiring)), error) }
      })
  }
}

/// A handler of a place and an error.
private struct PlaceHandler<Place>: Sendable {
  let executor: Executor
  let call: @Sendable (Place, any Error) -> Void

  init(_ body: @escaping @isolated(any) @Sendable (Place, any Error) -> Void) {
    executor = Executor(isolation: body.isolation)
    // As in `Handler`.
    call = unsafeBitCast(body, to: (@Sendable (Place, any Error) -> Void).self)
  }
}
