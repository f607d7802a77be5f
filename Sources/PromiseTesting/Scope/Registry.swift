/// The promises of a test that are alive.
final class Registry: Sendable {
  private struct Entry: Sendable {
    let promise: WeakEngine
    let number: Int
    /// Work that nobody here knows of may settle it, and has not been waited for.
    var isInOtherHands = false
  }

  private struct State: Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
    var made = 0
  }

  private let state = Lock(State())

  /// How many have been made, ever.
  var made: Int { state.withLock { $0.made } }

  func add(_ promise: AnyPromiseEngine) {
    let reference = WeakEngine(promise)
    state.withLock { state in
      state.entries[ObjectIdentifier(promise)] = Entry(promise: reference, number: state.made)
      state.made += 1
    }
  }

  func remove(_ promise: ObjectIdentifier) { state.withLock { _ = $0.entries.removeValue(forKey: promise) } }

  /// Those that are alive, in the order in which they were made.
  ///
  /// - Parameter start: Only those made after so many.
  func alive(from start: Int = 0) -> [AnyPromiseEngine] {
    let entries = state.withLock { $0.entries.values.filter { $0.number >= start } }
    return entries.sorted { $0.number < $1.number }.compactMap(\.promise.engine)
  }

  /// Notes that work that nobody here knows of may settle it.
  func markInOtherHands(_ promise: ObjectIdentifier) { state.withLock { $0.entries[promise]?.isInOtherHands = true } }

  /// Those pending ones that such work may settle. They are given once.
  func takeThoseInOtherHands() -> [AnyPromiseEngine] {
    let references = state.withLock { state in
      var found: [WeakEngine] = []
      for (key, entry) in state.entries where entry.isInOtherHands {
        found.append(entry.promise)
        state.entries[key]?.isInOtherHands = false
      }
      return found
    }
    return references.compactMap(\.engine).filter(\.isWaitedFor)
  }

  /// Whether there is a rejection that nobody has seen, of a promise that has yet to go; or one is going just now.
  var hasUnseenRejection: Bool {
    let references = state.withLock { $0.entries.values.map(\.promise) }
    return references.contains { $0.engine?.isRejectedUnseen ?? true }
  }

  /// Those that somebody may yet settle, in the order in which they were made.
  func pending() -> [AnyPromiseEngine] { alive().filter(\.isWaitedFor) }
}
