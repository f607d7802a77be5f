import CPromiseTracing
import Dispatch
import PromiseCore

/// The promises of a context that are alive, with what is known about each of them.
///
/// The registry does not retain the promises. All members may be used from any thread. The lock is never held while a
/// promise is retained or released, because the release of the last reference may run user code.
package final class PromiseRegistry: PromiseRecorder {
  /// A promise in the registry, which does not retain it.
  final class Entry: @unchecked Sendable {
    private let reference: WeakPromise
    var promise: AnyPromise? { reference.promise }
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
      reference = WeakPromise(promise)
      self.callers = callers
    }
  }

  private struct State: Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
    var createdCount = 0
  }

  private let state = Lock(State())
  private let recordsAlways: Bool

  /// Creates an empty registry.
  ///
  /// - Parameter recordsAlways: Whether to record all promises, as for a test. Otherwise, they are recorded in a process
  ///   that loads PromiseTesting, and while `PromiseDiagnostics.isTracing` is set.
  package init(recordsAlways: Bool) { self.recordsAlways = recordsAlways }

  /// The number of promises that have ever been registered.
  package var createdCount: Int { state.withLock { $0.createdCount } }

  // MARK: - PromiseRecorder

  package func promiseCreated(_ promise: AnyPromise) -> Bool {
    let isTracing = PromiseDiagnostics.isTracing
    guard isTracing || recordsAlways || promise_tracing_is_testing() else { return false }
    let entry = Entry(promise, isTracing ? CallStack.current : nil)
    let replaced = state.withLock { state in
      entry.number = state.createdCount
      state.createdCount += 1
      return state.entries.updateValue(entry, forKey: promise.id)
    }
    withExtendedLifetime(replaced) {}
    return true
  }

  package func promiseDeallocated(_ promise: AnyPromise) {
    let removed = state.withLock { $0.entries.removeValue(forKey: promise.id) }
    withExtendedLifetime(removed) {}
  }

  package func record(_ event: ProducerEvent, of promise: AnyPromise) {
    // Created outside of the lock, because a timer source may be the user's.
    let producer = Producer(event)
    let attempt = RetryAttempt(event)
    state.withLock { state in
      guard let entry = state.entries[promise.id] else { return }
      if let producer { entry.producer = producer }
      if let attempt { entry.attempt = attempt }
      switch event {
      case .resolverHandedOut: entry.isHandedOut = true
      case .handlerReturned: if case .handler(_, _, _, isRunning: true)? = entry.producer { entry.producer = nil }
      default: break
      }
    }
  }

  /// Returns the number of promises that were registered before this one, or `nil` if the promise is not registered.
  package func index(of promise: AnyPromise) -> Int? {
    state.withLock { $0.entries[promise.id]?.number }
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
    index(of: promise).map { $0 + 1 }
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
