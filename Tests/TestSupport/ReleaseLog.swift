import PromiseConcurrency
import PromiseCore

/// Creates objects, and counts those that are deallocated elsewhere than expected.
package final class ReleaseLog: Sendable {
  private struct State: Sendable {
    var alive = 0
    var misplaced = 0
    /// The waits for the moment at which no object is alive.
    var watchers: [Resolver<Void>] = []
  }

  private let state = Lock(State())
  private let isExpected: @Sendable () -> Bool

  /// Creates a log.
  ///
  /// - Parameter isExpected: Returns whether the calling code runs where objects may be deallocated.
  package init(_ isExpected: @escaping @Sendable () -> Bool) { self.isExpected = isExpected }

  /// The number of objects that are alive.
  package var alive: Int { state.withLock { $0.alive } }

  /// The number of objects that were deallocated elsewhere than expected.
  package var misplaced: Int { state.withLock { $0.misplaced } }

  /// Creates an object.
  package func object() -> Object {
    state.withLock { $0.alive += 1 }
    return Object(self)
  }

  /// Waits until no object is alive, up to the limit of tests.
  package func allReleased() async throws {
    let (promise, resolver) = PromiseContext.$current.withValue(PromiseContext()) { Promise<Void>.pending() }
    let isTrue = state.withLock { state in
      if state.alive > 0 { state.watchers.append(resolver) }
      return state.alive == 0
    }
    if isTrue { resolver.fulfill() }
    try await promise.get(timeout: .testLimit)
  }

  private func objectReleased() {
    let isMisplaced = !isExpected()
    let watchers = state.withLock { state -> [Resolver<Void>] in
      state.alive -= 1
      if isMisplaced { state.misplaced += 1 }
      guard state.alive == 0 else { return [] }
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.fulfill() }
  }

  /// An object whose deallocation its ``ReleaseLog`` records.
  package final class Object: Sendable {
    private let log: ReleaseLog

    fileprivate init(_ log: ReleaseLog) { self.log = log }

    deinit { log.objectReleased() }

    /// Keeps the object alive until this call.
    package func touch() {}
  }
}
