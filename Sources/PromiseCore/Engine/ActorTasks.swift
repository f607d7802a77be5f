/// Runs `job` on `actor`, in its own task.
///
/// Jobs that this function enqueues on an actor keep their order, because their tasks begin on the actor and have the
/// same priority, by which an actor orders its queue. A task that begins elsewhere and hops to the actor, as in `Task {
/// await actor.f() }`, does not keep its position.
func startJob(on actor: any Actor, _ job: @escaping @Sendable () -> Void) {
  typealias Start = (isolated any Actor, @escaping @Sendable () -> Void) -> Void
  typealias StartAnywhere = (any Actor, @escaping @Sendable () -> Void) -> Void
  let start: Start = { actor, job in
    Task(priority: .medium) {
      _ = actor  // captured so that the task is isolated to it
      job()
    }
  }
  callableAnywhere(start, StartAnywhere.self)(actor, job)
}

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
  _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
) -> Task<Void, Never> {
  guard let instrument = PromiseContext.currentInstrument else {
    guard let actor else { return Task(name: name, priority: priority) { await body(nil) } }
    return startTask(beginningOn: actor, name, priority, body)
  }
  instrument.taskScheduled()
  let tracked: @Sendable (isolated (any Actor)?) async -> Void = { actor in
    instrument.taskResumed()
    await body(actor)
  }
  if let task = instrument.startTask(on: actor, name: name, priority: priority, tracked) { return task }
  guard let actor else { return Task(name: name, priority: priority) { await tracked(nil) } }
  return startTask(beginningOn: actor, name, priority, tracked)
}

private func startTask(
  beginningOn actor: any Actor, _ name: String?, _ priority: TaskPriority?,
  _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
) -> Task<Void, Never> {
  typealias Body = @Sendable (isolated (any Actor)?) async -> Void
  typealias Start = (isolated any Actor, String?, TaskPriority?, @escaping Body) -> Task<Void, Never>
  typealias StartAnywhere = (any Actor, String?, TaskPriority?, @escaping Body) -> Task<Void, Never>
  let start: Start = { actor, name, priority, body in Task(name: name, priority: priority) { await body(actor) } }
  return callableAnywhere(start, StartAnywhere.self)(actor, name, priority, body)
}
