/// The task-local values of a test, for threads of Dispatch.
///
/// Before macOS 15 and iOS 18, they cannot be transferred to such threads. Handlers on queues then see only the context
/// of their promises.
protocol TaskLocalValues: AnyObject, Sendable {
  /// Runs `body` on this thread, with the task-local values of the test.
  func run(_ body: () -> Void)
}

/// Provides the task-local values of a test to any thread, for the duration of a call.
///
/// Task-local values do not propagate through queues. Without them, a handler on a queue would not belong to the test:
/// `#expect` would record its issue for no test, and the values that other traits set would be missing.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class TaskLocalContextPool: TaskLocalValues {
  /// The contexts that no thread is using.
  private let idle: Lock<[TaskLocalContext]>
  /// The context in which further contexts are created, by one thread at a time.
  private let template: Lock<TaskLocalContext>

  /// Creates a pool with the task-local values of the calling code.
  init() {
    idle = Lock([TaskLocalContext()])
    template = Lock(TaskLocalContext())
  }

  deinit {
    for context in idle.withLock({ $0 }) { context.finish() }
    template.withLock { $0.finish() }
  }

  /// Runs `body` on this thread, with the task-local values of the test.
  func run(_ body: () -> Void) {
    let context = idle.withLock { $0.popLast() } ?? makeContext()
    context.run(body)
    // `body` may have canceled the task. The next call must not run in a canceled task.
    if context.isCancelled { context.finish() } else { idle.withLock { $0.append(context) } }
  }

  /// Creates a context with the task-local values of the test.
  private func makeContext() -> TaskLocalContext {
    template.withLock { template in
      var context: TaskLocalContext?
      template.run { context = TaskLocalContext() }
      return context!
    }
  }
}

/// A suspended task that runs closures on the threads that call it, one call at a time.
///
/// The task inherits the task-local values of the code that creates it. It is its own executor: resuming the task
/// enqueues a job here, and the caller runs that job on its own thread.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class TaskLocalContext: TaskExecutor, @unchecked Sendable {
  // These need no lock: one caller at a time owns the context, and the task runs only within that caller's calls.
  private var job: UnownedJob?
  private var continuation: UnsafeContinuation<Void, Never>?
  private var work: (() -> Void)?
  private(set) var isCancelled = false

  /// Starts the task, and runs it until it waits for work.
  init() {
    Task(executorPreference: self) { await self.performWork() }
    resumeTask()
  }

  func enqueue(_ job: consuming ExecutorJob) { self.job = UnownedJob(job) }

  /// The body of the task: runs one closure for each resumption, and returns if there is none.
  private func performWork() async {
    while true {
      await withUnsafeContinuation { continuation = $0 }
      guard let work else { return }
      work()
      self.work = nil
      isCancelled = Task.isCancelled
    }
  }

  /// Runs `body` in the task, on this thread.
  func run(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      work = body
      resumeTask()
    }
  }

  /// Ends the task.
  func finish() { resumeTask() }

  /// Resumes the task, which enqueues a job here, and runs that job on this thread until the task is suspended again.
  private func resumeTask() {
    continuation.take()?.resume()
    job.take()?.runSynchronously(on: asUnownedTaskExecutor())
  }
}
