/// A task that sleeps on a clock that is moved by hand.
final class Sleep: Sendable {
  private enum State {
    case asleep, woken, over
  }

  private let state = Lock(State.asleep)
  private let activity: Activity
  /// Of no test: it is the task that waits, not this.
  private let promise = Promise<Void>(origin: Origin(#fileID, #line), scope: nil)

  init(_ activity: Activity) { self.activity = activity }

  /// Its time has come.
  func wake() {
    let isAsleep = state.withLock { state in
      guard state == .asleep else { return false }
      state = .woken
      return true
    }
    guard isAsleep else { return }
    activity.taskComes()
    promise.settle(.success(()))
  }

  /// Sleeps.
  ///
  /// - Parameter remove: Called when the task is cancelled.
  /// - Throws: `CancellationError` when the task is cancelled.
  func get(removing remove: @escaping @Sendable () -> Void) async throws {
    defer {
      let wasWoken = state.withLock { state in
        defer { state = .over }
        return state == .woken
      }
      if wasWoken { activity.taskGoesOn() }
    }
    promise.link(.handler(remove))
    try await promise.get(onCancel: .forward)
  }
}
