import PromiseCore

extension AnyPromiseEngine {
  /// Starts a task that settles this promise, is cancelled when it is, and takes the place of whoever worked for it
  /// before.
  @usableFromInline
  final func work(
    on actor: (any Actor)?, name: String? = nil, priority: TaskPriority? = nil, in run: inout Run,
    _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
  ) {
    let task = startTask(on: actor, name: name, priority: priority, body)
    // If the promise was cancelled meanwhile, that tells the task now; if the task is over, there is nothing to link.
    link(.handler { task.cancel() }, replacing: true, in: &run)
  }
}

extension AnyPromiseEngine {
  /// Likewise, for a task that does not settle this promise, but has it follow another one.
  ///
  /// The link is there before the task begins, because the task puts another in its place.
  fileprivate final func workUntilFollowing(
    on actor: (any Actor)?, in run: inout Run, _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
  ) {
    let task = TaskLink()
    link(.handler { task.cancel() }, replacing: true, in: &run)
    task.start(on: actor, body)
  }
}

extension PromiseEngine where Failure == Never {
  /// Settles as the guarantee does that `body` returns, in a task that is cancelled when this guarantee is.
  func follow(
    byTaskOn isolation: (any Actor)?, in run: inout Run,
    _ body: @escaping @Sendable (isolated (any Actor)?) async -> Guarantee<Value>
  ) {
    workUntilFollowing(on: isolation, in: &run) { actor in
      let guarantee = await body(actor)
      var run = Run()
      self.follow(returned: guarantee, in: &run)
      run.finish()
    }
  }
}

extension PromiseEngine where Failure == any Error {
  /// Settles with what `body` returns or throws, in a task that is cancelled when this promise is.
  func settle(byTaskOn isolation: (any Actor)?, in run: inout Run, _ body: @escaping TaskBody<Value>) {
    work(on: isolation, in: &run) { actor in
      let outcome: Result<Value, any Error>
      do {
        outcome = .success(try await body(actor))
      } catch {
        outcome = .failure(error)
      }
      self.settle(outcome)
    }
  }

  /// Settles as the thenable does that `body` returns, in a task that is cancelled when this promise is.
  func follow(
    byTaskOn isolation: (any Actor)?, in run: inout Run, _ body: @escaping TaskBody<some Thenable<Value>>
  ) {
    workUntilFollowing(on: isolation, in: &run) { actor in
      var run = Run()
      do {
        let thenable = try await body(actor)
        self.follow(thenable, in: &run)
      } catch {
        self.settle(.failure(error), in: &run)
      }
      run.finish()
    }
  }
}

/// What leads from a promise to the task behind it, and is there before the task is.
private final class TaskLink: Sendable {
  private let state = Lock(TaskLinkState<Task<Void, Never>>())

  /// Starts the task. It is cancelled at once if the promise has been.
  func start(on actor: (any Actor)?, _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void) {
    let task = startTask(on: actor, body)
    if state.withLock({ $0.start(task) }) { task.cancel() }
  }

  /// Cancels the task, now or as soon as there is one.
  func cancel() {
    state.withLock { $0.cancel() }?.cancel()
  }
}
