import Dispatch

/// Runs the body of a test and the tasks of its promises on threads of ``TestThreadPool``, and counts their jobs.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class TrackedTaskExecutor: TaskExecutor, TestTaskRunner {
  /// The key of a queue-specific value that identifies the test of the running job.
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let work: WorkTracker
  private let scheduler: DeterministicScheduler?
  /// The queues of jobs that are independent of each other.
  private let queues: QueuePool
  /// The queues on which tasks start that are isolated to an actor, one for each actor.
  private let actorQueues = Lock<[ObjectIdentifier: DispatchQueue]>([:])

  /// Creates an executor.
  ///
  /// - Parameters:
  ///   - work: Counts the jobs.
  ///   - scheduler: Determines the order of the jobs, or `nil` to run them as they are enqueued.
  init(_ work: WorkTracker, _ scheduler: DeterministicScheduler?) {
    self.work = work
    self.scheduler = scheduler
    queues = QueuePool { Self.makeQueue(for: work) }
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
    // A task with an executor cannot start on an actor. It starts on the executor, which keeps the order, and then
    // hops to the actor.
    let executor: any TaskExecutor = actor.map { TrackedActorTaskExecutor(self, ObjectIdentifier($0)) } ?? self
    return Task(name: name, executorPreference: executor, priority: priority) { await body(actor) }
  }

  func startTask<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Task<Value, Never> {
    Task(executorPreference: self, operation: body)
  }

  /// Enqueues a job for this executor, or for an executor that shares its threads.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - executor: The executor that the job runs on.
  ///   - key: The queue of the scheduler in which the job waits.
  func enqueue(_ job: UnownedJob, for executor: UnownedTaskExecutor, in key: JobQueueKey) {
    work.jobEnqueued()
    let body: @Sendable () -> Void = { job.runSynchronously(on: executor) }
    let submit: @Sendable (@escaping @Sendable () -> Void) -> Void = { [self] body in
      let job: @Sendable () -> Void = { [work] in
        body()
        work.jobFinished()
      }
      if case .serial(let actor) = key {
        TestThreadPool.shared.submit(to: queue(for: actor), job)
      } else {
        TestThreadPool.shared.submit(to: queues, job)
      }
    }
    guard let scheduler else { return submit(body) }
    scheduler.schedule(in: key, hasOwnThread: true, body, submit: submit)
  }

  /// Returns the queue on which tasks start that are isolated to an actor.
  private func queue(for actor: ObjectIdentifier) -> DispatchQueue {
    actorQueues.withLock { queues in
      let queue = queues[actor] ?? Self.makeQueue(for: work)
      queues[actor] = queue
      return queue
    }
  }

  /// Creates a queue that ``isCurrent`` recognizes.
  private static func makeQueue(for work: WorkTracker) -> DispatchQueue {
    let queue = TestThreadPool.makeJobQueue()
    queue.setSpecific(key: key, value: ObjectIdentifier(work))
    return queue
  }
}
