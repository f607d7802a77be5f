/// A task that sleeps on a ``ManualClock``.
///
/// From the moment the clock wakes it until it runs, the task counts as work in flight, so that the clock does not
/// advance past it.
final class ManualClockSleep: Sendable {
  /// The state of the task. It is woken at most once.
  private enum State {
    case asleep, woken, finished
  }

  private let state = Lock(State.asleep)
  private let work: WorkTracker
  /// The promise that the task waits for. It belongs to no context, because a test waits for the task, not for this
  /// promise.
  private let promise = Promise<Void>(site: CreationSite(#fileID, #line), context: nil)

  /// Creates a sleep.
  ///
  /// - Parameter work: Counts the task once it has been woken.
  init(_ work: WorkTracker) { self.work = work }

  /// Wakes the task, unless it is already awake or canceled.
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

  /// Ends the sleep with an error, unless the task is already awake.
  func cancel() { promise.cancel() }

  /// Suspends the calling task until ``wake()`` or ``cancel()`` is called.
  ///
  /// - Parameter removeTimer: Removes the timer of the clock. Called if the sleep is canceled.
  /// - Throws: `CancellationError` if the task or the sleep is canceled.
  func suspend(removeTimer: @escaping @Sendable () -> Void) async throws {
    defer {
      let wasWoken = state.withLock { state in
        defer { state = .finished }
        return state == .woken
      }
      if wasWoken {
        if TestInstrument.current?.isCounted != true { work.recordUncountedStart() }
        work.taskResumed()
      }
    }
    promise.addTarget(.handler(removeTimer))
    try await promise.get(cancellation: .forward)
  }
}
