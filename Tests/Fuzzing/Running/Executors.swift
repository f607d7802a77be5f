import Dispatch

/// The queues and the actors on which handlers run.
package final class Executors: Sendable {
  private static let key = DispatchSpecificKey<ExecutorKind>()

  private let queues: [ExecutorKind: DispatchQueue]
  private let actor = QueueActor()
  /// The executor of a program's tasks. After it is drained, all tasks have ended or are suspended.
  let tasks = TaskQueue()

  package init() {
    queues = [
      .serialA: DispatchQueue(label: "a"), .serialB: DispatchQueue(label: "b"),
      .concurrent: DispatchQueue(label: "c", attributes: .concurrent), .default: DispatchQueue(label: "default"),
      .scoped: DispatchQueue(label: "scoped"),
      .actor: actor.queue, .mainActor: .main,
    ]
    for (kind, queue) in queues { queue.setSpecific(key: Self.key, value: kind) }
  }

  /// The queue of handlers that are attached without a queue.
  var defaultQueue: DispatchQueue { queues[.default]! }

  /// The default queue of a scope.
  var scopedQueue: DispatchQueue { queues[.scoped]! }

  /// Runs code that is isolated to the actor of an executor, or not isolated if the executor is not an actor.
  func isolated<Result: Sendable>(
    to executor: ExecutorKind, _ body: @Sendable (isolated (any Actor)?) -> Result
  ) -> Result {
    switch executor {
    case .actor: actor.queue.sync { actor.assumeIsolated { body($0) } }
    case .mainActor: DispatchQueue.main.sync { MainActor.assumeIsolated { body(#isolation) } }
    case .inline, .serialA, .serialB, .concurrent, .default, .scoped: body(nil)
    }
  }

  /// Returns the queue of an executor, or `nil` for inline handlers.
  func queue(_ kind: ExecutorKind) -> DispatchQueue? { queues[kind] }

  /// The queue on which the caller runs.
  static var current: ExecutorKind? { DispatchQueue.getSpecific(key: key) }

  /// Waits until everything that was enqueued has run, including timers and tasks that were ready.
  func drain(timers: Bool = false, tasks: Bool) {
    if timers { awaitTimers() }
    for queue in queues.values { queue.sync(flags: .barrier) {} }
    guard tasks else { return }
    self.tasks.drain()
    // The barrier runs after the work items that are enqueued at each priority. It runs twice, because these may have
    // enqueued more.
    for _ in 0..<2 {
      let group = DispatchGroup()
      for priority in [TaskPriority.high, .medium, .low] {
        group.enter()
        Task.detached(priority: priority) { group.leave() }
      }
      group.wait()
    }
  }

  /// Waits for timers that have expired, as well as possible: each has a separate work item on a concurrent queue.
  private func awaitTimers() {
    for _ in 0..<3 {
      let group = DispatchGroup()
      group.enter()
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + .microseconds(100))
      timer.setEventHandler { group.leave() }
      timer.activate()
      group.wait()
    }
  }
}

/// An actor that runs on a queue.
actor QueueActor {
  private nonisolated let executor = Executor()

  nonisolated var queue: DispatchQueue { executor.queue }
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private final class Executor: SerialExecutor {
    let queue = DispatchQueue(label: "actor")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
  }
}

/// A task executor that can be drained.
final class TaskQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "tasks", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Waits until the tasks that were running or enqueued have ended or are suspended.
  func drain() { queue.sync(flags: .barrier) {} }
}
