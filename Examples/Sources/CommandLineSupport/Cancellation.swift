import Synchronization

/// A function that asks a running operation to stop.
///
/// It may be called on any thread, more than once, and after the operation has ended.
package typealias Cancel = @Sendable () -> Void

/// The cancellation state of a program.
package final class Cancellation: Sendable {
  /// The state that the lock guards.
  private struct State {
    var signal: Int32?
    var actions: [Cancel] = []
  }

  private let state = Mutex(State())

  /// Creates the state of a program that has not been canceled.
  package init() {}

  /// Whether the program has been canceled.
  package var isCancelled: Bool { signal != nil }

  /// The number of the signal that canceled the program, or `nil` if it has not been canceled.
  package var signal: Int32? {
    state.withLock { $0.signal }
  }

  /// Cancels the program because of a signal. Returns `false` if it had already been canceled.
  package func cancel(becauseOf signal: Int32) -> Bool {
    let actions: [Cancel]? = state.withLock { state in
      guard state.signal == nil else { return nil }
      state.signal = signal
      defer { state.actions = [] }
      return state.actions
    }
    for action in actions ?? [] { action() }
    return actions != nil
  }

  /// Calls `action` when the program is canceled, or immediately if it already is.
  package func onCancel(_ action: @escaping Cancel) {
    let isTooLate = state.withLock { state in
      if state.signal == nil { state.actions.append(action) }
      return state.signal != nil
    }
    if isTooLate { action() }
  }
}
