import Dispatch
import Synchronization

/// Runs the body of a test, and the tasks of its promises, on threads of their own, and counts what runs.
final class CountedExecutor: TaskExecutor {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let activity: Activity
  private let schedule: Schedule?
  /// Those on which tasks begin that are started on one actor.
  private let queues = Lock<[ObjectIdentifier: DispatchQueue]>([:])

  init(_ activity: Activity, _ schedule: Schedule?) {
    self.activity = activity
    self.schedule = schedule
  }

  /// Whether the code that runs is counted.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(activity) }

  func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job), for: asUnownedTaskExecutor(), in: .own) }

  fileprivate func enqueue(_ job: UnownedJob, for executor: UnownedTaskExecutor, in line: Line) {
    activity.begin()
    let run: @Sendable () -> Void = { job.runSynchronously(on: executor) }
    let queue = queue(of: line)
    guard let schedule else {
      TestThreads.shared.run(on: queue) { [activity] in
        run()
        activity.end()
      }
      return
    }
    schedule.add(to: line, isOnThreadOfItsOwn: true, run) { [activity] run in
      TestThreads.shared.run(on: queue) {
        run()
        activity.end()
      }
    }
  }

  /// A queue for one job, or for one after the other.
  private func queue(of line: Line) -> DispatchQueue {
    guard case .place(let place) = line else { return newQueue() }
    return queues.withLock { queues in
      let queue = queues[place] ?? newQueue()
      queues[place] = queue
      return queue
    }
  }

  private func newQueue() -> DispatchQueue {
    let queue = TestThreads.newQueue()
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(activity))
    return queue
  }
}

/// The same for a task that is started on an actor.
///
/// It begins by going to the actor; those that are started on one actor do so one after the other, to keep their order.
final class ActorTaskExecutor: TaskExecutor {
  private let base: CountedExecutor
  private let actor: ObjectIdentifier
  private let hasBegun = Atomic(false)

  init(_ base: CountedExecutor, _ actor: ObjectIdentifier) {
    self.base = base
    self.actor = actor
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let isFirst = !hasBegun.exchange(true, ordering: .relaxed)
    base.enqueue(UnownedJob(job), for: asUnownedTaskExecutor(), in: isFirst ? .place(actor) : .own)
  }
}
