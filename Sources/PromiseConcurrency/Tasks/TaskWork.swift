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
}
