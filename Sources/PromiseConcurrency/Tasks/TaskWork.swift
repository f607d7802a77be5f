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
    _ body: @escaping TaskWork
  ) {
    noteTask(named: name)
    cancelWithPromise(startTask(on: actor, name: name, priority: priority, recorded(body)), in: trampoline)
  }

  /// Starts the task of an `async` handler, which settles this promise and is canceled with it.
  ///
  /// - Parameters:
  ///   - executor: The executor of the handler.
  ///   - trampoline: The trampoline of the current thread.
  ///   - body: The body of the task. It must settle the promise.
  final func work(by executor: HandlerExecutor, in trampoline: Trampoline, _ body: @escaping TaskWork) {
    noteTask(named: nil)
    cancelWithPromise(startHandlerTask(on: executor, in: context, recorded(body)), in: trampoline)
  }

  /// Returns the body of a task, which records that the task works for this promise if the promise is registered.
  private final func recorded(_ body: @escaping TaskWork) -> TaskWork {
    isRegistered ? TaskOwner.recording(self, body) : body
  }

  /// Makes the task the only cancellation target.
  ///
  /// If the promise was canceled in the meantime, this call cancels the task. If the task has ended, canceling it has no
  /// effect.
  private final func cancelWithPromise(_ task: Task<Void, Never>, in trampoline: Trampoline) {
    addTarget(.handler { task.cancel() }, replacing: true, in: trampoline)
  }
}
