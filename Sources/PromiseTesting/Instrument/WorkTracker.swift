/// Counts the work of a test that is in flight: jobs that are enqueued or running, and tasks that have been started or
/// woken but are not running yet.
///
/// A suspended task is not in flight. It waits for work that is, or for a timer.
final class WorkTracker: Sendable {
  /// A wait for the moment at which nothing is in flight.
  private struct Waiter: Sendable {
    let number: Int
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
    var startedCount = 0  // equivalent constant: Only whether it has changed matters.
    var waiters: [Waiter] = []
    var waiterCount = 0  // equivalent constant: The numbers of the waiters differ.
    /// Whether the test uses the main actor.
    var usesMainActor = false
    /// The number of times that work that is not counted has run or has started counted work.
    var uncountedStarts = 0  // equivalent constant: Only whether it has changed matters.

    /// Returns whether nothing is in flight, except a number of jobs.
    func isIdle(includingTasks: Bool, except jobs: Int = 0) -> Bool {
      jobCount == jobs && (taskCount == 0 || !includingTasks)
    }

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
      state.startedCount += 1  // equivalent constant: Only whether it has changed matters.
    }
  }

  /// Stops counting a job.
  func jobFinished() { decrement { $0.jobCount -= 1 } }

  /// Starts counting a task that was started or woken.
  func taskScheduled() {
    state.withLock { state in
      state.taskCount += 1
      state.startedCount += 1  // equivalent constant: Only whether it has changed matters.
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

  /// Whether the test uses the main actor, which runs jobs that are not counted.
  var usesMainActor: Bool { state.withLock { $0.usesMainActor } }

  /// The number of times that work that is not counted has run or has started counted work, as far as this is known.
  var uncountedStarts: Int { state.withLock { $0.uncountedStarts } }

  /// Records that work that is not counted runs or has started counted work.
  // equivalent constant: Only whether it has changed matters.
  func recordUncountedStart() { state.withLock { $0.uncountedStarts += 1 } }

  /// Suspends the calling task until nothing else is in flight, or until it is canceled.
  ///
  /// - Parameters:
  ///   - includingTasks: Whether to wait for scheduled tasks, too.
  ///   - isCounted: Whether a job of the calling task is counted.
  /// - Returns: The number of jobs and tasks that have ever started.
  @discardableResult
  func waitForCountedWork(includingTasks: Bool, isCounted: Bool = false) async -> Int {
    let count = state.withLock { state in
      state.isIdle(includingTasks: includingTasks, except: isCounted ? 1 : 0) ? state.startedCount : nil
    }
    if let count { return count }
    let number = state.withLock { state in
      state.waiterCount += 1  // equivalent constant: The numbers of the waiters differ.
      return state.waiterCount
    }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        // A job of the calling task ends after this closure, so that the waiter is woken then at the latest.
        let count = state.withLock { state -> Int? in
          // The flag is read under the lock, so that either this code or the cancellation handler sees the other.
          if state.isIdle(includingTasks: includingTasks) || Task.isCancelled { return state.startedCount }
          state.waiters.append(
            Waiter(number: number, includesTasks: includingTasks) { continuation.resume(returning: $0) })
          return nil
        }
        if let count { continuation.resume(returning: count) }
      }
    } onCancel: {
      cancelWait(number)
    }
  }

  /// Wakes a waiter whose task is canceled.
  private func cancelWait(_ number: Int) {
    let (waiter, count) = state.withLock { state in
      let index = state.waiters.firstIndex { $0.number == number }
      return (index.map { state.waiters.remove(at: $0) }, state.startedCount)
    }
    waiter?.wake(count)
  }

  /// Waits until nothing is in flight, and until nothing results from the work that was, or until the calling task is
  /// canceled.
  ///
  /// Work that is not counted, on the main actor or in a task that the code starts itself, gets an opportunity to run.
  /// The function also waits for counted work that results from it.
  ///
  /// - Parameters:
  ///   - mainActorIsFree: Whether to wait for the main actor. Pass `false` if this wait blocks the main thread; then
  ///     the function does not wait for scheduled tasks either.
  ///   - findMore: Returns uncounted work that may still start counted work. Called when nothing is in flight.
  /// - Returns: The last result of `findMore`. If it is empty, no work has started since that call, or the calling task
  ///   is canceled.
  @discardableResult
  func waitUntilIdle<Found: Sendable>(
    mainActorIsFree: Bool = true, _ findMore: @escaping @Sendable () -> [Found] = { [Never]() }
  ) async -> [Found] {
    // A supervisor task is not counted as work of a test, and tests that block threads cannot delay it.
    // equivalent boolean: It uses no task-local value.
    let supervisor = startSupervisor(inheriting: false) { [self] () -> [Found] in
      var lastCount: Int?
      while !Task.isCancelled {
        let count = await waitForCountedWork(includingTasks: mainActorIsFree)
        if count == lastCount {
          let found = findMore()
          if !found.isEmpty || state.withLock({ $0.startedCount }) == count { return found }
        } else if lastCount != nil {
          recordUncountedStart()
        }
        lastCount = count
        if mainActorIsFree { await letOtherWorkRun() }
      }
      return []
    }
    return await withTaskCancellationHandler {
      await supervisor.value
    } onCancel: {
      supervisor.cancel()
    }
  }

  /// Gives work that is not counted an opportunity to run: first on the global executor, then on the main actor.
  func letOtherWorkRun() async {
    // Two tasks are necessary, because the first one may run in parallel with work that was enqueued before it.
    for _ in 0..<2 { await Task.detached { await Task.yield() }.value }
    guard state.withLock({ $0.usesMainActor }) else { return }
    // A task on the main actor may leave the actor and return to it a few times before it is suspended.
    for round in 0..<8 {  // equivalent constant: How often other work may run.
      await MainActor.run {}
      // equivalent constant: How often other work may run.
      if round % 4 == 0 { await Task.detached { await Task.yield() }.value }
    }
  }
}
