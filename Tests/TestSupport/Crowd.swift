import PromiseCore

/// Counts how many callers are between ``enter()`` and ``leave()`` at the same time.
package final class Crowd: Sendable {
  private let state = Lock((inside: 0, most: 0, all: 0))

  package init() {}

  /// The largest number of callers that have been inside at the same time.
  package var most: Int { state.withLock { $0.most } }

  /// The number of callers that have entered.
  package var all: Int { state.withLock { $0.all } }

  /// Counts a caller.
  package func enter() {
    state.withLock { state in
      state.inside += 1
      state.all += 1
      state.most = max(state.most, state.inside)
    }
  }

  /// Stops counting a caller.
  package func leave() { state.withLock { $0.inside -= 1 } }
}
