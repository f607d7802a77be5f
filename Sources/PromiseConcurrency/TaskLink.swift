import PromiseCore

/// What leads from a promise to the task behind it, and is there before the task is.
final class TaskLink: Sendable {
  private struct State: Sendable {
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private let state = Lock(State())

  /// Starts the task. It is cancelled at once if the promise has been.
  func start(on actor: (any Actor)?, _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void) {
    let task = startTask(on: actor, body)
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Cancels the task, now or as soon as there is one.
  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
