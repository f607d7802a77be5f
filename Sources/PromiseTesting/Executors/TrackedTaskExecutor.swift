import Dispatch

/// Runs the body of a test and the tasks of its promises on threads of ``TestThreadPool``, and counts their jobs.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class TrackedTaskExecutor: TaskExecutor, TestTaskRunner {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let work: WorkTracker
  private let scheduler: DeterministicScheduler?
  /// The queues on which tasks start that belong to an actor.
  private let queues = Lock<[ObjectIdentifier: DispatchQueue]>([:])

  init(_ work: WorkTracker, _ scheduler: DeterministicScheduler?) {
    self.work = work
    self.scheduler = scheduler
  }

  /// Whether the calling code runs in a job that this executor counts.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(work) }

  func enqueue(_ job: consuming ExecutorJob) {
    enqueue(UnownedJob(job), for: asUnownedTaskExecutor(), in: .independent)
  }

  func startTask(
    on actor: (any Actor)?, name: String?, priority: TaskPriority?,
    _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
  ) -> Task<Void, Never> {
    // Such a task cannot begin on an actor: it begins on the executor, which keeps the order, and hops to the actor.
    let executor: any TaskExecutor = actor.map { TrackedActorTaskExecutor(self, ObjectIdentifier($0)) } ?? self
    return Task(name: name, executorPreference: executor, priority: priority) { await body(actor) }
  }

  func addTask<Value: Sendable>(
    to group: inout TaskGroup<Value>, _ body: @escaping @Sendable () async -> Value
  ) { group.addTask(executorPreference: self, operation: body) }

  /// Enqueues a job for this executor, or for one that shares its threads.
  func enqueue(_ job: UnownedJob, for executor: UnownedTaskExecutor, in key: JobQueueKey) {
    work.jobEnqueued()
    let body: @Sendable () -> Void = { job.runSynchronously(on: executor) }
    let queue = queue(for: key)
    let submit: @Sendable (@escaping @Sendable () -> Void) -> Void = { [work] body in
      TestThreadPool.shared.submit(to: queue) {
        body()
        work.jobFinished()
      }
    }
    guard let scheduler else { return submit(body) }
    scheduler.schedule(in: key, hasOwnThread: true, body, submit: submit)
  }

  private func queue(for key: JobQueueKey) -> DispatchQueue {
    guard case .serial(let id) = key else { return makeQueue() }
    return queues.withLock { queues in
      let queue = queues[id] ?? makeQueue()
      queues[id] = queue
      return queue
    }
  }

  private func makeQueue() -> DispatchQueue {
    let queue = TestThreadPool.makeQueue()
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(work))
    return queue
  }
}
