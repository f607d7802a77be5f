import PromiseConcurrency
import PromiseCore

/// A clock that advances only when a test advances it.
package final class HandClock: Clock {
  package struct Instant: InstantProtocol {
    package var offset = Duration.zero

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    package func duration(to other: Instant) -> Duration { other.offset - offset }

    package static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct State: Sendable {
    var now = Instant()
    var sleepers: [(deadline: Instant, resolver: Resolver<Void>)] = []
    /// The number of sleeps that have ever started.
    var slept = 0
    /// The waits for a number of started sleeps.
    var watchers: [(count: Int, resolver: Resolver<Void>)] = []
    /// The waits for the moment at which nothing is sleeping.
    var wakeWatchers: [Resolver<Void>] = []

    /// Removes sleepers, and returns the waits that have ended because nothing is sleeping.
    mutating func remove(where isDone: (Instant, Resolver<Void>) -> Bool) -> [Resolver<Void>] {
      sleepers.removeAll { isDone($0.deadline, $0.resolver) }
      guard sleepers.isEmpty else { return [] }
      defer { wakeWatchers = [] }
      return wakeWatchers
    }
  }

  private let state = Lock(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }

  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let (promise, resolver) = PromiseContext.$current.withValue(PromiseContext()) { Promise<Void>.pending() }
    let watchers = state.withLock { state in
      if deadline <= state.now { resolver.fulfill() } else { state.sleepers.append((deadline, resolver)) }
      state.slept += 1
      let due = state.watchers.filter { $0.count <= state.slept }
      state.watchers.removeAll { $0.count <= state.slept }
      return due
    }
    for watcher in watchers { watcher.resolver.fulfill() }
    do {
      try await promise.get(cancellation: .forward)
    } catch {
      let watchers = state.withLock { state in state.remove { $1 === resolver } }
      for watcher in watchers { watcher.fulfill() }
      throw error
    }
  }

  /// Advances the time, and wakes the sleepers that have reached their deadlines.
  package func advance(by duration: Duration) {
    let (due, watchers) = state.withLock { state in
      let now = state.now.advanced(by: duration)
      state.now = now
      let due = state.sleepers.filter { $0.deadline <= now }
      return (due, state.remove { deadline, _ in deadline <= now })
    }
    for sleeper in due.sorted(by: { $0.deadline < $1.deadline }) { sleeper.resolver.fulfill() }
    for watcher in watchers { watcher.fulfill() }
  }

  /// Waits until at least `count` sleeps have ever started.
  package func slept(_ count: Int) async throws {
    let (promise, resolver) = PromiseContext.$current.withValue(PromiseContext()) { Promise<Void>.pending() }
    let isTrue = state.withLock { state in
      if state.slept < count { state.watchers.append((count, resolver)) }
      return state.slept >= count
    }
    if isTrue { resolver.fulfill() }
    try await promise.get()
  }

  /// Waits until nothing is sleeping.
  package func allAwake() async throws {
    let (promise, resolver) = PromiseContext.$current.withValue(PromiseContext()) { Promise<Void>.pending() }
    let isTrue = state.withLock { state in
      if !state.sleepers.isEmpty { state.wakeWatchers.append(resolver) }
      return state.sleepers.isEmpty
    }
    if isTrue { resolver.fulfill() }
    try await promise.get()
  }
}
