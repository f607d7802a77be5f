import PromiseCore

extension AnyPromise {
  /// Starts a task that settles this promise, which is new, and is canceled with it.
  ///
  /// - Parameters:
  ///   - actor: The actor on which the task begins, or `nil` for none.
  ///   - name: The name of the task, which debuggers show.
  ///   - priority: The priority of the task, or `nil` to inherit the priority of the current task.
  ///   - trampoline: The trampoline of the current thread.
  ///   - body: The body of the task. It must settle the promise.
  @usableFromInline
  package func work(
    on actor: (any Actor)?, name: String? = nil, priority: TaskPriority? = nil, in trampoline: Trampoline,
    _ body: @escaping TaskWork
  ) {
    recordTask(named: name)
    if StalledQueues.areWatched, let actor { StalledQueues.jobEnqueued(on: HandlerExecutor(onActor: actor), for: self) }
    let task = startTask(on: actor, name: name, priority: priority, recorded(body))
    // The task may already have added a promise that it awaits, and that target must stay.
    addTarget(.task(endingWith: task) { task.cancel() }, in: trampoline)
  }

  /// Starts the task of an `async` handler, which settles this promise and is canceled with it. The task replaces the
  /// current cancellation targets of the promise.
  ///
  /// - Parameters:
  ///   - executor: The executor of the handler.
  ///   - trampoline: The trampoline of the current thread.
  ///   - body: The body of the task. It must settle the promise.
  func work(by executor: HandlerExecutor, in trampoline: Trampoline, _ body: @escaping TaskWork) {
    recordTask(named: nil)
    let task = startHandlerTask(on: executor, in: context, recorded(body))
    // If the promise was canceled in the meantime, this cancels the task. If the task has ended, this has no effect.
    addTarget(.task(endingWith: task) { task.cancel() }, replacing: true, in: trampoline)
  }

  /// Returns the body of a task, which records that the task works for this promise if the promise is recorded.
  private func recorded(_ body: @escaping TaskWork) -> TaskWork {
    isRecorded ? TaskOwner.recording(self, body) : body
  }
}
