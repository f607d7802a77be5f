/// Counts the work of a test that is in flight: jobs that are enqueued or running, and tasks that have been started or
/// woken but are not running yet.
///
/// A suspended task is not in flight. It waits for work that is, or for a timer.
final class WorkTracker: Sendable {
  /// A wait for the moment at which nothing is in flight.
  private struct Waiter: Sendable {
    /// Whether the wait includes scheduled tasks, or only jobs.
    let includesTasks: Bool
    /// Called with the number of jobs and tasks that have ever started.
    let wake: @Sendable (Int) -> Void
  }

  private struct State: Sendable {
    /// The number of jobs that are enqueued or running.
    var jobCount = 0
    /// The number of tasks that are scheduled and not running yet.
    var taskCount = 0
    /// The number of jobs and tasks that have ever started.
    var startedCount = 0
    var waiters: [Waiter] = []
    /// Whether the test uses the main actor.
    var usesMainActor = false
    /// The number of times that work that is not counted has run or has started counted work.
    var uncountedStarts = 0

    /// Returns whether nothing is in flight.
    func isIdle(includingTasks: Bool) -> Bool { jobCount == 0 && (taskCount == 0 || !includingTasks) }

    /// Removes and returns the waiters that have nothing left to wait for.
    mutating func removeReadyWaiters() -> [Waiter] {
      guard jobCount == 0, !waiters.isEmpty else { return [] }
      let all = waiters
      waiters = all.filter { !isIdle(includingTasks: $0.includesTasks) }
      return all.filter { isIdle(includingTasks: $0.includesTasks) }
    }
  }

  private let state = Lock(State())

  /// The number of jobs and tasks that have ever started if nothing is in flight, or `nil`.
  var idleCount: Int? { state.withLock { $0.isIdle(includingTasks: true) ? $0.startedCount : nil } }

  /// Records that the test uses the main actor, which runs jobs that are not counted.
  func recordMainActorUse() { state.withLock { $0.usesMainActor = true } }

  /// Starts counting a job, when it is enqueued or when it continues after it has blocked.
  func jobEnqueued() {
    state.withLock { state in
      state.jobCount += 1
      state.startedCount += 1
    }
  }

  /// Stops counting a job.
  func jobFinished() { decrement { $0.jobCount -= 1 } }

  /// Starts counting a task that was started or woken.
  func taskScheduled() {
    state.withLock { state in
      state.taskCount += 1
      state.startedCount += 1
    }
  }

  /// Stops counting a task, which is now running.
  func taskResumed() { decrement { $0.taskCount -= 1 } }

  /// Changes a count, and wakes the waiters that have nothing left to wait for.
  private func decrement(_ change: @Sendable (inout State) -> Void) {
    let (ready, startedCount) = state.withLock { state in
      change(&state)
      return (state.removeReadyWaiters(), state.startedCount)
    }
    for waiter in ready { waiter.wake(startedCount) }
  }

  // MARK: - Idleness

  /// The number of times that work that is not counted has run or has started counted work, as far as this is known.
  var uncountedStarts: Int { state.withLock { $0.uncountedStarts } }

  /// Records that work that is not counted runs or has started counted work.
  func recordUncountedStart() { state.withLock { $0.uncountedStarts += 1 } }

  /// Suspends the calling task, which must not be counted itself, until nothing is in flight.
  ///
  /// - Returns: The number of jobs and tasks that have ever started.
  private func idle(includingTasks: Bool) async -> Int {
    let count = state.withLock { $0.isIdle(includingTasks: includingTasks) ? $0.startedCount : nil }
    if let count { return count }
    return await withUnsafeContinuation { continuation in
      let count = state.withLock { state -> Int? in
        if state.isIdle(includingTasks: includingTasks) { return state.startedCount }
        state.waiters.append(Waiter(includesTasks: includingTasks) { continuation.resume(returning: $0) })
        return nil
      }
      if let count { continuation.resume(returning: count) }
    }
  }

  /// Waits until nothing is in flight, and until nothing results from the work that was.
  ///
  /// Work that is not counted, on the main actor or in a task that the code starts itself, gets an opportunity to run.
  /// The function also waits for counted work that results from it.
  ///
  /// - Parameters:
  ///   - mainActorIsFree: Whether to wait for the main actor. Pass `false` if this wait blocks the main thread, in
  ///     which case the calling task must not be counted; then the function does not wait for scheduled tasks either.
  ///   - briefly: Whether the opportunity for work that is not counted is short. Ignored if the test uses the main
  ///     actor.
  ///   - findMore: Returns uncounted work that may still start counted work. Called when nothing is in flight.
  /// - Returns: The last result of `findMore`. If it is empty, no work has started since that call.
  @discardableResult
  func waitUntilIdle<Found: Sendable>(
    mainActorIsFree: Bool = true, briefly: Bool = false,
    _ findMore: @escaping @Sendable () -> [Found] = { [Never]() }
  ) async -> [Found] {
    let wait: @Sendable () async -> [Found] = { [self] in
      var lastCount = await idle(includingTasks: mainActorIsFree)
      while true {
        if mainActorIsFree { await letOtherWorkRun(briefly: briefly) }
        let count = await idle(includingTasks: mainActorIsFree)
        if count == lastCount {
          let found = findMore()
          if !found.isEmpty || state.withLock({ $0.startedCount }) == count { return found }
        } else {
          recordUncountedStart()
        }
        lastCount = count
      }
    }
    // The calling task may be counted; a detached task is not.
    return mainActorIsFree ? await Task.detached(operation: wait).value : await wait()
  }

  /// Gives work that is not counted an opportunity to run: first on the global executor, then on the main actor.
  private func letOtherWorkRun(briefly: Bool) async {
    let usesMainActor = state.withLock { $0.usesMainActor }
    if briefly, !usesMainActor {
      for _ in 0..<3 { await Task.yield() }
      return
    }
    // Two tasks are necessary, because the first one may run in parallel with work that was enqueued before it.
    for _ in 0..<2 { await Task.detached { await Task.yield() }.value }
    guard usesMainActor else { return }
    // A task on the main actor may leave the actor and return to it a few times before it is suspended.
    for round in 0..<8 {
      await MainActor.run {}
      if round % 4 == 0 { await Task.detached { await Task.yield() }.value }
    }
  }
}
