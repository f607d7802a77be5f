/// A task that sleeps on a ``ManualClock``.
final class ManualClockSleep: Sendable {
  private enum State {
    case asleep, woken, finished
  }

  private let state = Lock(State.asleep)
  private let work: WorkTracker
  /// Without a context: no test waits for it, only for the task.
  private let promise = Promise<Void>(site: CreationSite(#fileID, #line), context: nil)

  init(_ work: WorkTracker) { self.work = work }

  /// Wakes the task, unless it is awake.
  func wake() {
    let wasAsleep = state.withLock { state in
      guard state == .asleep else { return false }
      state = .woken
      return true
    }
    guard wasAsleep else { return }
    work.taskScheduled()
    promise.settle(.success(()))
  }

  /// Suspends the calling task until ``wake()`` is called.
  ///
  /// - Parameter removeTimer: Called if the task is canceled.
  /// - Throws: `CancellationError` if the task is canceled.
  func suspend(removeTimer: @escaping @Sendable () -> Void) async throws {
    defer {
      let wasWoken = state.withLock { state in
        defer { state = .finished }
        return state == .woken
      }
      if wasWoken { work.taskResumed() }
    }
    promise.addTarget(.handler(removeTimer))
    try await promise.get(cancellation: .forward)
  }
}
