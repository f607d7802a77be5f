/// Counts what a test has under way: handlers on their way to their queue or in it, tasks that run, and tasks that have
/// been started or woken and have yet to get to their place.
///
/// A task that is suspended is not under way: it waits for something that is, or for time.
final class Activity: Sendable {
  private struct Waiter: Sendable {
    let includesTasks: Bool
    let wake: @Sendable (Int) -> Void
  }

  private struct State: Sendable {
    var jobs = 0
    /// Those on their way to their place.
    var tasks = 0
    /// How many times something has begun, ever.
    var begun = 0
    var waiters: [Waiter] = []
    /// Something of this test runs on the main actor.
    var usesMain = false

    func isIdle(includingTasks: Bool) -> Bool { jobs == 0 && (tasks == 0 || !includingTasks) }

    /// Takes out those whose time has come.
    mutating func takeWaiters() -> [Waiter] {
      guard jobs == 0, !waiters.isEmpty else { return [] }
      let all = waiters
      waiters = all.filter { !isIdle(includingTasks: $0.includesTasks) }
      return all.filter { isIdle(includingTasks: $0.includesTasks) }
    }
  }

  private let state = Lock(State())

  /// Something of this test runs on the main actor, where nobody counts it.
  func noteMain() { state.withLock { $0.usesMain = true } }

  /// A job is on its way, or begins.
  func begin() {
    state.withLock { state in
      state.jobs += 1
      state.begun += 1
    }
  }

  /// It has ended.
  func end() { change { $0.jobs -= 1 } }

  /// A task has been started or woken.
  func taskComes() {
    state.withLock { state in
      state.tasks += 1
      state.begun += 1
    }
  }

  /// It goes on.
  func taskGoesOn() { change { $0.tasks -= 1 } }

  private func change(_ change: @Sendable (inout State) -> Void) {
    let (due, begun) = state.withLock { state in
      change(&state)
      return (state.takeWaiters(), state.begun)
    }
    for waiter in due { waiter.wake(begun) }
  }

  /// Calls `wake` with how many times something has begun, as soon as nothing is under way.
  private func whenIdle(includingTasks: Bool, _ wake: @escaping @Sendable (Int) -> Void) {
    let begun = state.withLock { state -> Int? in
      if state.isIdle(includingTasks: includingTasks) { return state.begun }
      state.waiters.append(Waiter(includesTasks: includingTasks, wake: wake))
      return nil
    }
    if let begun { wake(begun) }
  }

  /// Waits until nothing is under way, and nothing comes of it.
  ///
  /// What a task does that nobody counts, on the main actor or because code started it by itself, is given the occasion
  /// to be done, and whatever comes of it is waited for too.
  ///
  /// - Parameters:
  ///   - mainIsFree: Whether the main actor can be waited for: not where somebody blocks it who waits for this. He is
  ///     not kept waiting for the threads of all tasks, either.
  ///   - look: Looks for what may yet begin without being counted.
  /// - Returns: What was found. If it was nothing, nothing had begun meanwhile, either.
  @discardableResult
  func quiet<Found: Sendable>(
    mainIsFree: Bool = true, _ look: @escaping @Sendable () -> [Found] = { [Never]() }
  ) async -> [Found] {
    // On a thread of its own, where no test counts it, and where nobody's tests are in its way.
    await Task.detached(executorPreference: GuardianExecutor()) { [self] in
      var before: Int?
      while true {
        let idle = Guarantee<Int>(origin: Origin(#fileID, #line), scope: nil)
        whenIdle(includingTasks: mainIsFree) { idle.settle(.success($0)) }
        let begun = await idle.get()
        if begun == before {
          let found = look()
          if !found.isEmpty || state.withLock({ $0.begun }) == begun { return found }
        }
        before = begun
        guard mainIsFree else { continue }
        // More than once: the first may run beside what came before it.
        for _ in 0..<2 { await Task.detached { await Task.yield() }.value }
        guard state.withLock({ $0.usesMain }) else { continue }
        // What runs there may go away and come back a few times before it waits.
        for round in 0..<8 {
          await MainActor.run {}
          if round % 4 == 0 { await Task.detached { await Task.yield() }.value }
        }
      }
    }.value
  }
}
