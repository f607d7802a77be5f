import Dispatch

/// The queues that handlers run on.
package final class Places: Sendable {
  private static let key = DispatchSpecificKey<Place>()

  private let queues: [Place: DispatchQueue]
  private let actor = Stage()
  /// Where tasks run that belong to a program: one can wait until they are suspended.
  let tasks = TaskQueue()

  package init() {
    queues = [
      .serialA: DispatchQueue(label: "a"), .serialB: DispatchQueue(label: "b"),
      .concurrent: DispatchQueue(label: "c", attributes: .concurrent), .written: DispatchQueue(label: "written"),
      .actor: actor.queue,
    ]
    for (place, queue) in queues { queue.setSpecific(key: Self.key, value: place) }
  }

  /// Where handlers run that say nothing of a queue.
  var written: DispatchQueue { queues[.written]! }

  /// Does something as code of the actor.
  func onActor<Result: Sendable>(_ body: @Sendable (isolated Stage) -> Result) -> Result {
    actor.queue.sync { actor.assumeIsolated { body($0) } }
  }

  /// `nil`: inline.
  func queue(_ place: Place) -> DispatchQueue? { queues[place] }

  /// The queue that the caller is on.
  static var current: Place? { DispatchQueue.getSpecific(key: key) }

  /// Waits until all that was on the queues has run; the timers and tasks that were due, too.
  func drain(timers: Bool = false, tasks: Bool) {
    if timers { awaitTimers() }
    for queue in queues.values { queue.sync(flags: .barrier) {} }
    guard tasks else { return }
    self.tasks.drain()
    // Behind what is there at each priority; and again, since what was there may have brought forth more.
    for _ in 0..<2 {
      let isOver = DispatchGroup()
      for priority in [TaskPriority.high, .medium, .low] {
        isOver.enter()
        Task.detached(priority: priority) { isOver.leave() }
      }
      isOver.wait()
    }
  }
}

extension Places {
  /// Waits for timers that were due before, as far as one can: each has a work item of its own, on a concurrent queue.
  private func awaitTimers() {
    for _ in 0..<3 {
      let isOver = DispatchGroup()
      isOver.enter()
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + .microseconds(100))
      timer.setEventHandler { isOver.leave() }
      timer.activate()
      isOver.wait()
    }
  }
}

/// An actor that one can wait for.
actor Stage {
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

/// A queue that tasks run on.
final class TaskQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "tasks", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Waits until those that were running or due are over or suspended.
  func drain() { queue.sync(flags: .barrier) {} }
}
