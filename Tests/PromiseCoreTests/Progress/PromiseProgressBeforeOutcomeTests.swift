import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The last progress report of a promise precedes its outcome.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseProgressBeforeOutcomeTests {
  private let queue = DispatchQueue(label: "PromiseProgressBeforeOutcomeTests")

  // MARK: - Waiting tasks

  /// A task that waits for a promise. It logs the outcome as soon as it has been resumed.
  ///
  /// It runs on a serial queue. On an actor, a resumed task could be overtaken by one that starts later: it reaches the
  /// actor by way of the global executor.
  private struct Waiting {
    private let executor = QueueTaskExecutor()
    let task: Task<Void, any Error>

    init(for promise: Promise<Int>, _ log: Log<String>) {
      task = Task(executorPreference: executor) {
        log(await promise.getResult().isSuccess ? "fulfilled" : "rejected")
      }
      runIfResumed()
    }

    /// Blocks the thread until the task has run, if it has been started or resumed.
    func runIfResumed() { executor.queue.sync {} }
  }

  /// A task executor that runs jobs on a serial queue. `QueueExecutor` is the executor of actors as well, so a task that
  /// is isolated to none leaves it in another job.
  private final class QueueTaskExecutor: TaskExecutor {
    let queue = DispatchQueue(label: "QueueTaskExecutor")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  @Test func `get() returns after the last call of an inline progress handler`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let log = Log<String>()
    let waiting = Waiting(for: promise, log)
    promise.onProgress(on: nil) { snapshot in
      waiting.runIfResumed()
      log("\(snapshot.completedUnitCount)/\(snapshot.totalUnitCount)")
    }
    resolver.progress.report(1, of: 2)
    resolver.fulfill(1)
    try await waiting.task.value
    #expect(log.entries == ["1/2", "2/2", "fulfilled"])
  }

  @Test func `get() waits for an inline handler to which the rejection is reported`() async throws {
    let (start, resolver) = Promise<Int>.pending()
    let promise = when(fulfilled: [start, .value(1)]).map(on: nil) { $0[0] }
    let log = Log<String>()
    let waiting = Waiting(for: promise, log)
    promise.progress.observe(
      Handler(on: nil, flags: []) { snapshot in
        waiting.runIfResumed()
        log(snapshot == nil ? "end" : "report")
      })
    resolver.reject(TestError.one)
    try await waiting.task.value
    #expect(log.entries == ["end", "rejected"])
  }

  @Test func `get() returns after the last report if a progress handler settles the promise`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let log = Log<String>()
    let waiting = Waiting(for: promise, log)
    promise.onProgress(on: nil) { snapshot in
      if snapshot.completedUnitCount == 1 { resolver.fulfill(1) }
      waiting.runIfResumed()
      log("\(snapshot.completedUnitCount)/\(snapshot.totalUnitCount)")
    }
    resolver.progress.report(1, of: 2)
    try await waiting.task.value
    #expect(log.entries == ["1/2", "2/2", "fulfilled"])
  }

  @Test func `get() returns after the last report if another thread is calling the handlers`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let log = Log<String>()
    let waiting = Waiting(for: promise, log)
    let (isReporting, isFulfilled) = (Gate(), DispatchSemaphore(value: 0))
    promise.onProgress(on: nil) { snapshot in
      if snapshot.completedUnitCount == 1 {
        isReporting.open()
        isFulfilled.wait()
      }
      waiting.runIfResumed()
      log("\(snapshot.completedUnitCount)/\(snapshot.totalUnitCount)")
    }
    let reporting = queue.async(.promise) { resolver.progress.report(1, of: 2) }
    try await isReporting.opened()
    resolver.fulfill(1)
    isFulfilled.signal()
    try await waiting.task.value
    #expect(log.entries == ["1/2", "2/2", "fulfilled"])
    _ = await reporting.get()
  }

  @Test func `a task that waits for the last report can be canceled`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let log = Log<String>()
    let waiting = Waiting(for: promise, log)
    promise.onProgress(on: nil) { _ in
      waiting.task.cancel()
      waiting.runIfResumed()
      log("progress")
    }
    resolver.fulfill(1)
    try await waiting.task.value
    #expect(log.entries == ["rejected", "progress"])
  }

  @Test func `a progress handler that blocks lets the waiting tasks continue`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let next = Promise { try await promise.get() + 1 }
    let log = Log<Int>()
    promise.onProgress(on: nil) { _ in log((try? next.wait()) ?? -1) }
    while promise.any.observerCount == 0 { await Task.yield() }
    await queue.async(.promise) { resolver.fulfill(1) }.get()
    #expect(log.entries == [2])
  }

  @Test func `a blocking progress handler of an input lets the tasks that wait for the whole continue`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let whole = when(fulfilled: [promise])
    let next = Promise { try await whole.get()[0] + 1 }
    let log = Log<Int>()
    promise.onProgress(on: nil) { _ in log((try? next.wait()) ?? -1) }
    whole.onProgress(on: nil) { log($0.completedUnitCount == 1 ? 0 : -1) }
    while whole.any.observerCount == 0 { await Task.yield() }
    await queue.async(.promise) { resolver.fulfill(1) }.get()
    #expect(log.entries == [2, 0])
  }

  @Test func `get() returns after the last report whichever thread makes it`() async throws {
    let rounds = (0..<raceCount / 20).map { _ in (pair: Promise<Int>.pending(), log: Log<Double>()) }
    let tasks = rounds.map { round in
      round.pair.promise.onProgress(on: nil) { [log = round.log] in log($0.fractionCompleted) }
      return Task {
        _ = try await round.pair.promise.get()
        return round.log.entries.last
      }
    }
    for round in rounds { while round.pair.promise.any.observerCount == 0 { await Task.yield() } }
    collide(
      rounds, { $0.pair.resolver.progress.report(1, of: 2) }, other: { $0.pair.resolver.fulfill(1) })
    var wrongCount = 0
    for task in tasks where try await task.value != 1 { wrongCount += 1 }
    #expect(wrongCount == 0)
  }

  // MARK: - Handlers of the outcome

  @Test func `an inline progress handler is called before the inline handlers of the outcome`() {
    for isBefore in [true, false] {
      let (promise, resolver) = Promise<Int>.pending()
      let log = Log<String>()
      if isBefore { _ = promise.map(on: nil) { log("\($0)") } }
      promise.onProgress(on: nil) { log("\($0.fractionCompleted)") }
      if !isBefore { _ = promise.map(on: nil) { log("\($0)") } }
      resolver.fulfill(7)
      #expect(log.entries == ["1.0", "7"])
    }
  }

  @Test func `a progress handler on a queue is called before the handlers of the outcome on that queue`() async throws {
    for isBefore in [true, false] {
      let (promise, resolver) = Promise<Int>.pending()
      let log = Log<String>()
      var end = isBefore ? promise.map(on: queue) { log("\($0)") } : nil
      promise.onProgress(on: queue) { log("\($0.fractionCompleted)") }
      end = end ?? promise.map(on: queue) { log("\($0)") }
      resolver.progress.report(1, of: 2)
      resolver.fulfill(7)
      try await end?.get()
      #expect(log.entries == ["0.5", "1.0", "7"])
    }
  }

  @Test func `a step on the queue of a progress handler does not overtake its last report`() async throws {
    let (start, resolver) = Promise<Int>.pending()
    let log = Log<String>()
    let first = start.map(on: queue) { $0 + 1 }
    let end = first.map(on: queue) { log("\($0)") }
    first.onProgress(on: queue) { log("\($0.fractionCompleted)") }
    resolver.progress.report(1, of: 2)
    resolver.fulfill(6)
    try await end.get()
    #expect(log.entries == ["0.5", "1.0", "7"])
  }

  @Test @MainActor func `a progress handler on an actor is called before the handlers of the outcome`() async throws {
    let (start, resolver) = Promise<Int>.pending()
    var log: [String] = []
    let promise = start.map { $0 + 1 }
    let end = promise.done { log.append("\($0)") }
    promise.onProgress { log.append("\($0.fractionCompleted)") }
    resolver.progress.report(1, of: 2)
    resolver.fulfill(6)
    try await end.get()
    #expect(log == ["0.5", "1.0", "7"])
  }

  @Test func `an inline progress handler that blocks delays neither handlers nor reports on a queue`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let log = Log<String>()
    let (isBlocked, mayContinue) = (Gate(), DispatchSemaphore(value: 0))
    promise.onProgress(on: nil) { _ in
      isBlocked.open()
      mayContinue.wait()
    }
    promise.onProgress(on: queue) { log("\($0.fractionCompleted)") }
    let end = promise.map(on: queue) { log("\($0)") }
    let settling = DispatchQueue.global().async(.promise) { resolver.progress.report(1, of: 2) }
    try await isBlocked.opened()
    // This thread settles the promise while the other one is blocked in a handler of the previous report.
    resolver.fulfill(7)
    try await end.get()
    #expect(log.entries == ["0.5", "1.0", "7"])
    for _ in 0..<2 { mayContinue.signal() }
    await settling.get()
  }

  @Test func `a progress handler that blocks does not delay other handlers of a settled promise`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let (isBlocked, mayContinue) = (Gate(), DispatchSemaphore(value: 0))
    let whole = when(resolved: [promise].makeIterator(), maxConcurrent: 2)
    whole.onProgress(on: nil) { snapshot in
      guard snapshot.completedUnitCount == 1 else { return }
      isBlocked.open()
      mayContinue.wait()
    }
    // This handler is attached after the combinator, so the outcome reaches it later.
    let other = promise.map(on: queue) { $0 }
    let settling = DispatchQueue.global().async(.promise) { resolver.fulfill(1) }
    try await isBlocked.opened()
    #expect(try await other.get() == 1)
    mayContinue.signal()
    await settling.get()
    _ = await whole.get()
  }

  @Test func `a progress handler on a queue does not miss reports that two threads make concurrently`() async throws {
    struct Round: Sendable {
      let pair = Promise<Int>.pending()
      let log = Log<Double>()
      let end: Promise<[Double]>

      init(on queue: DispatchQueue) {
        pair.promise.onProgress(on: queue) { [log] in log($0.fractionCompleted) }
        end = pair.promise.map(on: queue) { [log] _ in log.entries }
      }
    }
    let rounds = (0..<raceCount / 4).map { _ in Round(on: queue) }
    collide(rounds, { $0.pair.resolver.progress.report(1, of: 2) }, other: { $0.pair.resolver.fulfill(1) })
    var wrong: [[Double]] = []
    for round in rounds {
      let entries = try await round.end.get()
      if entries != [1], entries != [0.5, 1] { wrong.append(entries) }
    }
    #expect(wrong.isEmpty, "\(wrong.count), such as \(wrong.prefix(3))")
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
