/// Runs `job` on `actor`, in its own task, without any task-local values.
///
/// Jobs that this function enqueues on an actor keep their order, because their tasks begin on the actor and have the
/// same priority, by which an actor orders its queue. A task that begins elsewhere and hops to the actor, as in `Task {
/// await actor.f() }`, does not keep its position.
func startJob(on actor: any Actor, _ job: @escaping @Sendable () -> Void) {
  typealias Start = (isolated any Actor, @escaping @Sendable () -> Void) -> Void
  typealias StartAnywhere = (any Actor, @escaping @Sendable () -> Void) -> Void
  let start: Start = { actor, job in
    Task.detached(
      priority: .medium,
      operation: inheritingIsolation {
        _ = actor  // captured so that the task is isolated to it
        job()
      })
  }
  callableAnywhere(start, StartAnywhere.self)(actor, job)
}

/// Starts the task of an `async` handler. The task has the priority and the scope of the code that attached the
/// handler, and inherits nothing from the calling code, which settles the promise.
///
/// - Parameters:
///   - executor: The executor of the handler.
///   - context: The context of the promise that the handler settles.
///   - body: The work of the task.
/// - Returns: The task, which the caller may cancel.
package func startHandlerTask(
  on executor: HandlerExecutor, in context: PromiseContext?, _ body: @escaping TaskWork
) -> Task<Void, Never> {
  guard case .task(let settings) = executor.base else {
    // unreachable: Only the operators with an `async` handler start tasks, on an executor that says so.
    preconditionFailure("An async handler needs a task. This is a bug in swift-promises; please report it.")
  }
  let work = executor.inScope(body)
  guard let context else { return startDetachedTask(on: settings.actor, priority: settings.priority, work) }
  return context.startTask(on: settings.actor, priority: settings.priority, work)
}

/// Starts a task that waits for other work. It inherits nothing from the calling code, except the test that it belongs to.
///
/// - Parameters:
///   - priority: The priority, to which the tasks that it waits for are raised.
///   - body: The work of the task.
/// - Returns: The task.
@discardableResult
package func startWatchingTask(
  priority: TaskPriority, _ body: @escaping @Sendable () async -> Void
) -> Task<Void, Never> {
  guard let context = PromiseContext.ofNewPromise() else {
    return startDetachedTask(on: nil, priority: priority) { _ in await body() }
  }
  return context.startTask(on: nil, priority: priority) { _ in await body() }
}

/// Starts a task that begins on `actor`, or on the global executor if `actor` is `nil`, and inherits nothing from the
/// calling code, which settles the promise that the task reacts to.
@discardableResult
func startDetachedTask(
  on actor: (any Actor)?, priority: TaskPriority, _ body: @escaping TaskWork
) -> Task<Void, Never> {
  guard let actor else { return Task.detached(priority: priority) { await body(nil) } }
  typealias Start = (isolated any Actor, TaskPriority, @escaping TaskWork) -> Task<Void, Never>
  typealias StartAnywhere = (any Actor, TaskPriority, @escaping TaskWork) -> Task<Void, Never>
  let start: Start = { actor, priority, body in
    Task.detached(priority: priority, operation: inheritingIsolation { await body(actor) })
  }
  return callableAnywhere(start, StartAnywhere.self)(actor, priority, body)
}

/// Returns the closure, which has the isolation of the calling code.
private func inheritingIsolation(
  @_inheritActorContext _ body: @escaping @isolated(any) @Sendable () async -> Void
) -> @isolated(any) @Sendable () async -> Void { body }

/// The work of a task, which is isolated to its actor argument and begins on that actor.
@usableFromInline
package typealias TaskWork = @Sendable (isolated (any Actor)?) async -> Void

/// The body of a task, which is isolated to its actor argument and begins on that actor.
@usableFromInline
package typealias TaskBody<Success> = @Sendable (isolated (any Actor)?) async throws -> Success

/// Starts a task that begins on `actor`, or on the global executor if `actor` is `nil`.
///
/// Tasks that are started on the same actor with the same priority begin in the order in which they were started. The
/// instrument of a test counts the tasks and runs them on its own threads.
///
/// - Parameters:
///   - actor: The actor on which the task begins, or `nil` for none.
///   - name: The name of the task, which debuggers show.
///   - priority: The priority of the task, or `nil` to inherit the priority of the current task.
///   - body: The work of the task. It is isolated to `actor`, and inherits the task-local values of the caller.
/// - Returns: The task, which the caller may cancel. It need not be retained.
@discardableResult
package func startTask(
  on actor: (any Actor)?, name: String? = nil, priority: TaskPriority? = nil,
  _ body: @escaping TaskWork
) -> Task<Void, Never> {
  guard let instrument = PromiseContext.currentInstrument else {
    guard let actor else { return Task(name: name, priority: priority) { await body(nil) } }
    return startTask(beginningOn: actor, name, priority, body)
  }
  instrument.taskScheduled()
  let tracked: TaskWork = { actor in
    instrument.taskResumed()
    await body(actor)
  }
  if let task = instrument.startTask(on: actor, name: name, priority: priority, tracked) { return task }
  guard let actor else { return Task(name: name, priority: priority) { await tracked(nil) } }
  return startTask(beginningOn: actor, name, priority, tracked)
}

private func startTask(
  beginningOn actor: any Actor, _ name: String?, _ priority: TaskPriority?, _ body: @escaping TaskWork
) -> Task<Void, Never> {
  typealias Start = (isolated any Actor, String?, TaskPriority?, @escaping TaskWork) -> Task<Void, Never>
  typealias StartAnywhere = (any Actor, String?, TaskPriority?, @escaping TaskWork) -> Task<Void, Never>
  let start: Start = { actor, name, priority, body in Task(name: name, priority: priority) { await body(actor) } }
  return callableAnywhere(start, StartAnywhere.self)(actor, name, priority, body)
}
