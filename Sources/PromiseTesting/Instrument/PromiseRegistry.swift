/// The promises of a test that are alive.
final class PromiseRegistry: Sendable {
  private struct Entry: Sendable {
    let promise: WeakPromise
    /// How many promises were created before.
    let number: Int
    /// A resolver exists, and ``PromiseRegistry/removeHandedOut()`` has not returned the promise yet.
    var isHandedOut = false
  }

  private struct State: Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
    var createdCount = 0
  }

  private let state = Lock(State())

  /// The number of promises that have ever been created.
  var createdCount: Int { state.withLock { $0.createdCount } }

  /// Adds a promise that was created.
  func add(_ promise: AnyPromise) {
    let reference = WeakPromise(promise)
    state.withLock { state in
      state.entries[ObjectIdentifier(promise)] = Entry(promise: reference, number: state.createdCount)
      state.createdCount += 1
    }
  }

  /// Removes a promise that is deallocated.
  func remove(_ id: ObjectIdentifier) { state.withLock { _ = $0.entries.removeValue(forKey: id) } }

  /// The promises that are alive, in the order in which they were created.
  ///
  /// - Parameter start: How many of the promises that were created first to leave out.
  func alive(from start: Int = 0) -> [AnyPromise] {
    let entries = state.withLock { $0.entries.values.filter { $0.number >= start } }
    return entries.sorted { $0.number < $1.number }.compactMap(\.promise.promise)
  }

  /// The promises that are pending, in the order in which they were created.
  func pending() -> [AnyPromise] { alive().filter(\.maySettle) }

  /// Records that work outside the library may settle a promise.
  func markHandedOut(_ id: ObjectIdentifier) { state.withLock { $0.entries[id]?.isHandedOut = true } }

  /// Removes the mark from all promises that work outside the library may settle, and returns those that are pending.
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
