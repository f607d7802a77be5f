/// The promises of a test that are alive.
final class PromiseRegistry: Sendable {
  /// A promise in the registry, which does not retain it.
  private struct Entry: Sendable {
    let promise: WeakPromise
    /// The number of promises that were created before this one.
    let number: Int
    /// Whether the promise has a resolver and ``PromiseRegistry/removeHandedOut()`` has not returned it yet.
    var isHandedOut = false
  }

  private struct State: Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
    var createdCount = 0
  }

  private let state = Lock(State())

  /// The number of promises that have ever been created.
  var createdCount: Int { state.withLock { $0.createdCount } }

  /// Adds a promise that was just created.
  func add(_ promise: AnyPromise) {
    let reference = WeakPromise(promise)
    state.withLock { state in
      state.entries[ObjectIdentifier(promise)] = Entry(promise: reference, number: state.createdCount)
      state.createdCount += 1
    }
  }

  /// Removes a promise that is being deallocated.
  func remove(_ id: ObjectIdentifier) { state.withLock { _ = $0.entries.removeValue(forKey: id) } }

  /// Returns the promises that are alive, in the order in which they were created.
  ///
  /// - Parameter start: The number of promises to leave out, counted from the first promise of the test.
  func alive(from start: Int = 0) -> [AnyPromise] {
    let entries = state.withLock { $0.entries.values.filter { $0.number >= start } }
    return entries.sorted { $0.number < $1.number }.compactMap(\.promise.promise)
  }

  /// Returns the pending promises, in the order in which they were created.
  func pending() -> [AnyPromise] { alive().filter(\.maySettle) }

  /// Records that work outside of the library may settle a promise.
  func markHandedOut(_ id: ObjectIdentifier) { state.withLock { $0.entries[id]?.isHandedOut = true } }

  /// Clears the marks of all promises that work outside of the library may settle, and returns the pending ones.
  func removeHandedOut() -> [AnyPromise] {
    let references = state.withLock { state in
      var found: [WeakPromise] = []
      for (id, entry) in state.entries where entry.isHandedOut {
        found.append(entry.promise)
        state.entries[id]?.isHandedOut = false
      }
      return found
    }
    return references.compactMap(\.promise).filter(\.maySettle)
  }

  /// Whether a promise was rejected with an error that nothing has observed, or is being deallocated.
  var hasUnobservedRejection: Bool {
    let references = state.withLock { $0.entries.values.map(\.promise) }
    return references.contains { $0.promise?.isRejectedUnobserved ?? true }
  }
}
