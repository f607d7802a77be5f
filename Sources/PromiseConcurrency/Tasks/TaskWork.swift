import PromiseCore

extension AnyPromise {
  /// Starts a task that settles this promise and is canceled with it. The task replaces the current cancellation
  /// targets of the promise.
  ///
  /// - Parameters:
  ///   - actor: The actor on which the task begins, or `nil` for none.
  ///   - name: The name of the task, which debuggers show.
  ///   - priority: The priority of the task, or `nil` to inherit the priority of the current task.
  ///   - trampoline: The trampoline of the current thread.
  ///   - body: The body of the task. It must settle the promise.
  @usableFromInline
  final func work(
    on actor: (any Actor)?, name: String? = nil, priority: TaskPriority? = nil, in trampoline: Trampoline,
    _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
  ) {
    noteTask(named: name)
    let task = startTask(
      on: actor, name: name, priority: priority, isRegistered ? TaskOwner.recording(self, body) : body)
    // If the promise was canceled in the meantime, this call cancels the task. If the task has ended, canceling it has
    // no effect.
    addTarget(.handler { task.cancel() }, replacing: true, in: trampoline)
  }
}

extension _TypedPromise where Failure == any Error {
  /// Settles the promise with the outcome of `body`, in a task that is canceled with the promise.
  func settle(
    byTaskOn isolation: (any Actor)?, in trampoline: Trampoline, _ body: @escaping TaskBody<Value>
  ) {
    work(on: isolation, in: trampoline) { actor in
      self.settle(await Result(isolation: actor) { try await body(actor) })
    }
  }
}
