import PromiseCore

/// Counts how many are inside at the same time.
package final class Crowd: Sendable {
  private let state = Lock((inside: 0, most: 0, all: 0))

  package init() {}

  /// The most there ever were at once.
  package var most: Int { state.withLock { $0.most } }

  /// How many have been inside.
  package var all: Int { state.withLock { $0.all } }

  package func enter() {
    state.withLock { state in
      state.inside += 1
      state.all += 1
      state.most = max(state.most, state.inside)
    }
  }

  package func leave() { state.withLock { $0.inside -= 1 } }
}
