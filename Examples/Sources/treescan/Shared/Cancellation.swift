import Synchronization

/// A function that asks a running operation to stop.
///
/// It may be called on any thread, more than once, and after the operation has ended.
typealias Cancel = @Sendable () -> Void

/// The cancellation state of the program.
final class Cancellation: Sendable {
  /// The state that the lock guards.
  private struct State {
    var isCancelled = false
    var actions: [Cancel] = []
  }

  private let state = Mutex(State())

  /// Whether the scan has been canceled.
  var isCancelled: Bool {
    state.withLock { $0.isCancelled }
  }

  /// Cancels the scan. Returns `false` if it had already been canceled.
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

  /// Calls `action` when the scan is canceled, or immediately if it already is.
  func onCancel(_ action: @escaping Cancel) {
    let isTooLate = state.withLock { state in
      if !state.isCancelled { state.actions.append(action) }
      return state.isCancelled
    }
    if isTooLate { action() }
  }
}
