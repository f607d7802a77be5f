import Synchronization

/// What a running operation hands to its caller: calling it asks the operation to stop.
///
/// It may be called from anywhere, more than once, and after the operation has ended.
typealias Cancel = @Sendable () -> Void

/// The wish to stop, as the whole program shares it.
final class Cancellation: Sendable {
  /// What the lock guards.
  private struct State {
    var isCancelled = false
    var actions: [Cancel] = []
  }

  private let state = Mutex(State())

  /// Whether somebody wished to stop.
  var isCancelled: Bool {
    state.withLock { $0.isCancelled }
  }

  /// Wishes to stop; returns `false` when that had been wished before.
  func cancel() -> Bool {
    let actions: [Cancel]? = state.withLock { state in
      guard !state.isCancelled else { return nil }
      state.isCancelled = true
      defer { state.actions = [] }
      return state.actions
    }
    for action in actions ?? [] { action() }
    return actions != nil
  }

  /// Calls `action` once somebody wishes to stop, or at once when that has happened already.
  func onCancel(_ action: @escaping Cancel) {
    let isTooLate = state.withLock { state in
      if !state.isCancelled { state.actions.append(action) }
      return state.isCancelled
    }
    if isTooLate { action() }
  }
}
