/// Tasks that were started by a test, and so have everything task-local that it has. Any thread can borrow one for a
/// moment.
///
/// Task-locals do not travel through queues: a handler there would not belong to the test, `#expect` in it would fail in
/// the name of no test, and what other traits have set would be missing.
final class Carriers: Sendable {
  private let idle: Lock<[Carrier]>
  /// Makes more of them, for one thread at a time.
  private let mother: Lock<Carrier>

  /// Called as the test.
  init() {
    idle = Lock([Carrier()])
    mother = Lock(Carrier())
  }

  deinit {
    for carrier in idle.withLock({ $0 }) { carrier.end() }
    mother.withLock { $0.end() }
  }

  /// Runs `body` on this thread, as the test.
  func run(_ body: () -> Void) {
    let carrier = idle.withLock { $0.popLast() } ?? another()
    carrier.run(body)
    // What it ran may have cancelled it, and the next must not find that.
    if carrier.isCancelled { carrier.end() } else { idle.withLock { $0.append(carrier) } }
  }

  private func another() -> Carrier {
    mother.withLock { mother in
      var carrier: Carrier?
      mother.run { carrier = Carrier() }
      return carrier!
    }
  }
}

/// A task that is suspended until somebody lends it his thread, and that then runs what it is given, there and then.
private final class Carrier: TaskExecutor, @unchecked Sendable {
  // Guarded by use: whoever has the carrier is the only one to touch it, and its task runs within that one's calls.
  private var job: UnownedJob?
  private var continuation: UnsafeContinuation<Void, Never>?
  private var work: (() -> Void)?
  private(set) var isCancelled = false

  /// Starts the task, and runs it up to where it waits for work.
  init() {
    Task(executorPreference: self) { await self.serve() }
    step()
  }

  func enqueue(_ job: consuming ExecutorJob) { self.job = UnownedJob(job) }

  private func serve() async {
    while true {
      await withUnsafeContinuation { continuation = $0 }
      guard let work else { return }
      work()
      self.work = nil
      isCancelled = Task.isCancelled
    }
  }

  func run(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      work = body
      step()
    }
  }

  /// Ends the task.
  func end() { step() }

  /// Resumes the task, which is then enqueued here, and runs it on this thread up to where it is suspended again.
  private func step() {
    continuation.take()?.resume()
    job.take()?.runSynchronously(on: asUnownedTaskExecutor())
  }
}
