/// Counts the work of a test that is in flight: jobs that are enqueued or run, and tasks that have been started or woken
/// but do not run yet.
///
/// A suspended task is not in flight: it waits for work that is, or for time.
final class WorkTracker: Sendable {
  private struct Waiter: Sendable {
    let includesTasks: Bool
    /// Called with the number of jobs and tasks that have ever started.
    let wake: @Sendable (Int) -> Void
  }

  private struct State: Sendable {
    var jobCount = 0
    /// The tasks that are scheduled and do not run yet.
    var taskCount = 0
    /// The number of jobs and tasks that have ever started.
    var startedCount = 0
    var waiters: [Waiter] = []
    var usesMainActor = false

    func isIdle(includingTasks: Bool) -> Bool { jobCount == 0 && (taskCount == 0 || !includingTasks) }

    mutating func removeReadyWaiters() -> [Waiter] {
      guard jobCount == 0, !waiters.isEmpty else { return [] }
      let all = waiters
      waiters = all.filter { !isIdle(includingTasks: $0.includesTasks) }
      return all.filter { isIdle(includingTasks: $0.includesTasks) }
    }
  }

  private let state = Lock(State())

  /// Records that the test uses the main actor, whose jobs are not counted.
  func recordMainActorUse() { state.withLock { $0.usesMainActor = true } }

  /// Counts a job, from when it is enqueued, or when it resumes after it has blocked.
  func jobEnqueued() {
    state.withLock { state in
      state.jobCount += 1
      state.startedCount += 1
    }
  }

  /// Ends the count of a job.
  func jobFinished() { decrement { $0.jobCount -= 1 } }

  /// Counts a task that was started or woken, until it runs.
  func taskScheduled() {
    state.withLock { state in
      state.taskCount += 1
      state.startedCount += 1
    }
  }

  /// Ends the count of a scheduled task.
  func taskResumed() { decrement { $0.taskCount -= 1 } }

  private func decrement(_ change: @Sendable (inout State) -> Void) {
    let (ready, startedCount) = state.withLock { state in
      change(&state)
      return (state.removeReadyWaiters(), state.startedCount)
    }
    for waiter in ready { waiter.wake(startedCount) }
  }

  /// Calls `wake` with the number of jobs and tasks that have ever started, as soon as none is in flight.
  private func notifyWhenIdle(includingTasks: Bool, _ wake: @escaping @Sendable (Int) -> Void) {
    let startedCount = state.withLock { state -> Int? in
      if state.isIdle(includingTasks: includingTasks) { return state.startedCount }
      state.waiters.append(Waiter(includesTasks: includingTasks, wake: wake))
      return nil
    }
    if let startedCount { wake(startedCount) }
  }

  /// Waits until nothing is in flight, and nothing follows from what was.
  ///
  /// Work that is not counted, on the main actor or in a task that the code starts itself, gets the opportunity to run.
  /// Counted work that follows from it is waited for as well.
  ///
  /// - Parameters:
  ///   - mainActorIsFree: Whether to wait for the main actor. Pass `false` if this wait blocks the main thread; then
  ///     scheduled tasks are not waited for either.
  ///   - findMore: Returns uncounted work that may still start counted work. Called when nothing is in flight.
  /// - Returns: What `findMore` returned last. If that is empty, no work has started since it was called.
  @discardableResult
  func waitUntilIdle<Found: Sendable>(
    mainActorIsFree: Bool = true, _ findMore: @escaping @Sendable () -> [Found] = { [Never]() }
  ) async -> [Found] {
    // On a supervisor's thread: no test counts this task, and tests that block cannot delay it.
    await startSupervisor(inheriting: false) { [self] in
      var lastCount: Int?
      while true {
        let idle = Guarantee<Int>(site: CreationSite(#fileID, #line), context: nil)
        notifyWhenIdle(includingTasks: mainActorIsFree) { idle.settle(.success($0)) }
        let count = await idle.get()
        if count == lastCount {
          let found = findMore()
          if !found.isEmpty || state.withLock({ $0.startedCount }) == count { return found }
        }
        lastCount = count
        guard mainActorIsFree else { continue }
        // Twice: the first may run in parallel with what was enqueued before it.
        for _ in 0..<2 { await Task.detached { await Task.yield() }.value }
        guard state.withLock({ $0.usesMainActor }) else { continue }
        // A task on the main actor may leave it and return a few times before it is suspended.
        for round in 0..<8 {
          await MainActor.run {}
          if round % 4 == 0 { await Task.detached { await Task.yield() }.value }
        }
      }
    }.value
  }
}
