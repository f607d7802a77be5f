import Dispatch

/// The promises of a context that are alive, with what is known about each of them.
///
/// The context of a test registers all of its promises. Every other context does so in a process that loads
/// PromiseTesting, or while `PromiseDiagnostics.isTracing` is set.
///
/// The registry does not retain the promises. All members may be used from any thread. The lock is never held while a
/// promise is retained or released, because the release of the last reference may run user code.
package final class PromiseRegistry: Sendable {
  /// A promise in the registry, which does not retain it.
  final class Entry: @unchecked Sendable {
    // Written once, by the initializer. The runtime synchronizes access with the deallocation of the promise.
    private(set) weak var promise: AnyPromise?
    /// The number of promises that were registered before this one. Written when the entry is added.
    fileprivate(set) var number = 0
    /// The time at which the promise was created, in nanoseconds of Dispatch's clock.
    let creationTime = DispatchTime.now().uptimeNanoseconds
    /// The functions that have created the promise, if they were recorded.
    let callers: CallStack?
    // Guarded by the lock of the registry, as are the next properties.
    /// What settles the promise, as far as it is known.
    fileprivate var producer: Producer?
    /// The attempt that settles the promise unless it fails, if `retry` has created the promise.
    fileprivate var attempt: RetryAttempt?
    /// Whether the promise has a resolver and ``PromiseRegistry/removeHandedOut()`` has not returned it yet.
    fileprivate var isHandedOut = false

    fileprivate init(_ promise: AnyPromise, _ callers: CallStack?) {
      self.promise = promise
      self.callers = callers
    }
  }

  private struct State: Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
    var createdCount = 0
  }

  private let state = Lock(State())

  package init() {}

  /// The number of promises that have ever been registered.
  package var createdCount: Int { state.withLock { $0.createdCount } }

  /// Adds a promise that was just created.
  ///
  /// - Parameters:
  ///   - promise: The promise.
  ///   - withCallers: Whether to record the functions that have created the promise.
  func add(_ promise: AnyPromise, withCallers: Bool) {
    let entry = Entry(promise, withCallers ? CallStack.current : nil)
    promise.setFlags(AnyPromise.Flag.registered)
    let replaced = state.withLock { state in
      entry.number = state.createdCount
      state.createdCount += 1
      return state.entries.updateValue(entry, forKey: ObjectIdentifier(promise))
    }
    withExtendedLifetime(replaced) {}
  }

  /// Removes a promise that is being deallocated.
  func remove(_ id: ObjectIdentifier) {
    let removed = state.withLock { $0.entries.removeValue(forKey: id) }
    withExtendedLifetime(removed) {}
  }

  /// Records what settles a promise from now on.
  func setProducer(_ producer: Producer, of promise: AnyPromise) {
    state.withLock { $0.entries[ObjectIdentifier(promise)]?.producer = producer }
  }

  /// Records the attempt of `retry` that settles a promise unless it fails.
  func setAttempt(_ attempt: RetryAttempt, of promise: AnyPromise) {
    state.withLock { $0.entries[ObjectIdentifier(promise)]?.attempt = attempt }
  }

  /// Records that the handler of a promise has returned, so that it no longer settles the promise.
  func clearRunningHandler(of promise: AnyPromise) {
    state.withLock { state in
      guard let entry = state.entries[ObjectIdentifier(promise)] else { return }
      if case .handler(_, _, _, isRunning: true)? = entry.producer { entry.producer = nil }
    }
  }

  /// Records that code outside of the library has received a resolver of a promise.
  func markHandedOut(_ promise: AnyPromise) {
    state.withLock { state in
      guard let entry = state.entries[ObjectIdentifier(promise)] else { return }
      entry.isHandedOut = true
      entry.producer = .resolver
    }
  }

  // MARK: - Reading

  /// The entries of the promises that are alive, in the order in which the promises were created.
  ///
  /// - Complexity: O(*n* log *n*).
  var entries: [Entry] {
    // The values are copied under the lock, because the next change would otherwise copy the whole dictionary. They are
    // sorted outside of it.
    state.withLock { Array($0.entries.values) }.map { (number: $0.number, entry: $0) }
      .sorted { $0.number < $1.number }.map(\.entry)
  }

  /// Returns what settles the promises of some entries.
  func producers(of entries: [Entry]) -> [(producer: Producer?, attempt: RetryAttempt?)] {
    state.withLock { _ in entries.map { ($0.producer, $0.attempt) } }
  }

  /// Returns the number by which a snapshot calls a promise, or `nil` if the promise is not registered.
  func number(of promise: AnyPromise) -> Int? {
    state.withLock { $0.entries[ObjectIdentifier(promise)].map { $0.number + 1 } }
  }

  /// Returns the promises that are alive, in the order in which they were created.
  ///
  /// - Parameter start: The number of promises to leave out, counted from the first promise of the context.
  package func alive(from start: Int = 0) -> [AnyPromise] {
    entries.lazy.filter { $0.number >= start }.compactMap(\.promise)
  }

  /// Returns the pending promises, in the order in which they were created.
  package func pending() -> [AnyPromise] { alive().filter(\.maySettle) }

  /// Clears the marks of all promises that work outside of the library may settle, and returns the pending ones.
  package func removeHandedOut() -> [AnyPromise] {
    let found = state.withLock { state in
      let found = state.entries.values.filter(\.isHandedOut)
      for entry in found { entry.isHandedOut = false }
      return found
    }
    return found.compactMap(\.promise).filter(\.maySettle)
  }

  /// Whether a promise was rejected with an error that nothing has observed, or is being deallocated.
  package var hasUnobservedRejection: Bool {
    let entries = state.withLock { Array($0.entries.values) }
    return entries.contains { $0.promise?.isRejectedUnobserved ?? true }
  }

  /// Whether a promise may still cause an event: it is pending, was rejected with an error that nothing has observed, or
  /// is being deallocated.
  ///
  /// - Parameter start: The number of promises to leave out, counted from the first promise of the context.
  package func mayCauseEvents(from start: Int) -> Bool {
    let entries = state.withLock { $0.entries.values.filter { $0.number >= start } }
    return entries.contains { $0.promise.map { $0.maySettle || $0.isRejectedUnobserved } ?? true }
  }
}
