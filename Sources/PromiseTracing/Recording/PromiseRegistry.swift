import CPromiseTracing
import PromiseCore

/// The promises of a context that are alive, with what is known about each of them.
///
/// The registry does not retain the promises. All members may be used from any thread. No lock is held while a promise is
/// retained or released, because the release of the last reference may run user code.
package final class PromiseRegistry: PromiseRecorder {
  /// The entries of the promises that are alive.
  private struct State: Sendable {
    /// An entry remains where it is. `nil` marks a free place.
    var entries: [PromiseEntry?] = []
    var freePlaces: [Int] = []
    var createdCount = 0
  }

  private let state = Lock(State())
  private let recordsAlways: Bool
  /// What is added to the numbers of the promises in a timeline, which may contain those of several tests.
  let timelineOffset: Int
  private static let tests = Counter()

  /// Creates an empty registry.
  ///
  /// - Parameter recordsAlways: Whether to record all promises, as for a test. Otherwise, they are recorded in a process
  ///   that loads PromiseTesting, and as `PromiseDiagnostics` asks for.
  package init(recordsAlways: Bool) {
    self.recordsAlways = recordsAlways
    timelineOffset = recordsAlways ? (Self.tests.next() + 1) * 1_000_000 : 0
  }

  /// The number of promises that have ever been registered.
  package var createdCount: Int { state.withLock { $0.createdCount } }

  // MARK: - PromiseRecorder

  package func promiseCreated(_ promise: AnyPromise, isPending: Bool) {
    let timeline = promise_tracing_has_timeline() ? PromiseDiagnostics.timeline : nil
    guard timeline != nil || isForTests || PromiseDiagnostics.isTracing else { return }
    add(promise, isPending: isPending, to: timeline)
  }

  /// Adds a promise that has been created, and records it in a timeline as well.
  func add(_ promise: AnyPromise, isPending: Bool, to timeline: PromiseTimeline?) {
    let callers = PromiseDiagnostics.tracingLevel == .callStacks ? CallStack.current : nil
    let entry = PromiseEntry(promise, in: self, callers, timeline)
    promise.setRecord(entry)
    state.withLock { state in
      entry.number = state.createdCount
      state.createdCount += 1
      entry.place = state.freePlaces.popLast() ?? state.entries.count
      if entry.place == state.entries.count { state.entries.append(entry) } else { state.entries[entry.place] = entry }
    }
    timeline?.recordCreation(of: promise, entry, isPending: isPending)
  }

  /// Whether the promises belong to tests.
  var isForTests: Bool { recordsAlways || promise_tracing_is_testing() }

  /// Removes the entry of a promise that is being deallocated.
  func remove(_ entry: PromiseEntry) {
    state.withLock { state in
      state.entries[entry.place] = nil  // The promise still retains it.
      state.freePlaces.append(entry.place)
    }
  }

  // MARK: - Reading

  /// Returns the number of promises that were registered before this one, or `nil` if the promise is not registered.
  package func index(of promise: AnyPromise) -> Int? {
    guard let entry = promise.record as? PromiseEntry, entry.registry === self else { return nil }
    return entry.number
  }

  /// Returns the number by which a snapshot calls a promise, or `nil` if the promise is not registered.
  func number(of promise: AnyPromise) -> Int? {
    index(of: promise).map { $0 + 1 }
  }

  /// The entries of the promises that are alive, in the order in which the promises were created.
  ///
  /// - Complexity: O(*n* log *n*).
  var entries: [PromiseEntry] {
    // They are sorted outside of the lock.
    state.withLock { $0.entries.compactMap { $0 } }.sorted { $0.number < $1.number }
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
    entries.filter { $0.takeHandedOut() }.compactMap(\.promise).filter(\.maySettle)
  }

  /// Whether a promise was rejected with an error that nothing has observed, or is being deallocated.
  package var hasUnobservedRejection: Bool { entries.contains { $0.promise?.isRejectedUnobserved ?? true } }

  /// Whether a promise may still cause an event: it is pending, was rejected with an error that nothing has observed, or
  /// is being deallocated.
  ///
  /// - Parameter start: The number of promises to leave out, counted from the first promise of the context.
  package func mayCauseEvents(from start: Int) -> Bool {
    entries.contains { entry in
      entry.number >= start && (entry.promise.map { $0.maySettle || $0.isRejectedUnobserved } ?? true)
    }
  }
}
