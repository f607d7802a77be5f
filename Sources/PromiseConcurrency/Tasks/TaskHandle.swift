import PromiseCore

extension AnyPromise {
  /// Starts a task that settles this promise, and is canceled with it. It takes the place of what worked for the promise
  /// before.
  @usableFromInline
  final func work(
    on actor: (any Actor)?, name: String? = nil, priority: TaskPriority? = nil, in trampoline: Trampoline,
    _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
  ) {
    let task = startTask(on: actor, name: name, priority: priority, body)
    // If the promise was canceled meanwhile, this cancels the task now; if the task is over, there is nothing to cancel.
    addTarget(.handler { task.cancel() }, replacing: true, in: trampoline)
  }

  /// Starts a task that lets this promise adopt another one, and is canceled with it.
  ///
  /// The cancellation target is there before the task begins, because the task replaces it.
  fileprivate final func workUntilAdoption(
    on actor: (any Actor)?, in trampoline: Trampoline,
    _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
  ) {
    let task = TaskHandle()
    addTarget(.handler { task.cancel() }, replacing: true, in: trampoline)
    task.start(on: actor, body)
  }
}

extension _TypedPromise where Failure == Never {
  /// Adopts the guarantee that `body` returns, in a task that is canceled with this guarantee.
  func adopt(
    byTaskOn isolation: (any Actor)?, in trampoline: Trampoline,
    _ body: @escaping @Sendable (isolated (any Actor)?) async -> Guarantee<Value>
  ) {
    workUntilAdoption(on: isolation, in: trampoline) { actor in
      let guarantee = await body(actor)
      let trampoline = Trampoline.enter()
      self.adopt(returned: guarantee, in: trampoline)
      trampoline.leave()
    }
  }
}

extension _TypedPromise where Failure == any Error {
  /// Settles with what `body` returns or throws, in a task that is canceled with this promise.
  func settle(
    byTaskOn isolation: (any Actor)?, in trampoline: Trampoline, _ body: @escaping TaskBody<Value>
  ) {
    work(on: isolation, in: trampoline) { actor in
      self.settle(await Result(isolation: actor) { try await body(actor) })
    }
  }

  /// Adopts the thenable that `body` returns, in a task that is canceled with this promise.
  func adopt(
    byTaskOn isolation: (any Actor)?, in trampoline: Trampoline, _ body: @escaping TaskBody<some Thenable<Value>>
  ) {
    workUntilAdoption(on: isolation, in: trampoline) { actor in
      let result = await Result(isolation: actor) { try await body(actor) }
      let trampoline = Trampoline.enter()
      self.adopt(in: trampoline) { try result.get() }
      trampoline.leave()
    }
  }
}

/// What leads from a promise to the task behind it, and is there before the task is.
private final class TaskHandle: Sendable {
  private let state = Lock(TaskHandleStateMachine<Task<Void, Never>>())

  /// Starts the task. It is canceled at once if the promise has been.
  func start(on actor: (any Actor)?, _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void) {
    let task = startTask(on: actor, body)
    if state.withLock({ $0.start(task) }) { task.cancel() }
  }

  /// Cancels the task, now or as soon as there is one.
  func cancel() {
    state.withLock { $0.cancel() }?.cancel()
  }
}
