import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The executor on which code runs before and after a wait, and on which handlers of actors with custom executors run.
/// `Scripts/check-diagnostics` tests what the compiler accepts.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseGetIsolationTests {
  final class Pool: TaskExecutor {
    let marked = MarkedQueue("pool")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      marked.queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  /// An actor with a custom executor.
  actor Printer {
    nonisolated let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    var pages: [Bool] = []

    func print() {
      preconditionIsolated()
      pages.append(executor.marked.isCurrent)
    }

    func printLater(_ promise: Promise<Int>) -> Promise<[Bool]> {
      promise
        .get { _ in self.print() }
        .map { number in
          await Task.yield()
          self.print()
          return number
        }
        .ensure { self.print() }
        .map { _ in self.pages }
    }

    func printNow(_ promise: Promise<Int>) async throws -> [Bool] {
      try await promise.get()
      print()
      try await promise.get(timeout: .testLimit)
      print()
      _ = await promise.getResult()
      print()
      try await wrap { handler in
        self.print()
        DispatchQueue.global().async { handler() }
      }.get()
      print()
      for try await _ in [promise, promise].inInputOrder { print() }
      return pages
    }
  }

  @Test func `handlers run on the custom executor of their actor`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let pages = await Printer().printLater(promise)
    resolver.fulfill(1)
    #expect(try await pages.get() == [true, true, true])
  }

  @Test func `waiting resumes on the custom executor of the actor`() async throws {
    let promise = after(.milliseconds(1)).map(on: nil) { 1 }
    #expect(try await Printer().printNow(Promise(promise)) == [true, true, true, true, true, true, true])
  }

  /// A class that is not `Sendable` and is used by one caller at a time.
  final class Parser {
    var tokens: [Int] = []

    nonisolated(nonsending) func parse(_ promise: Promise<Int>) async throws {
      tokens.append(try await promise.get())
      tokens.append(try await promise.get(timeout: .testLimit))
      try await wrap { handler in
        self.tokens.append(3)
        handler()
      }.get()
      tokens.append(try await withResolver { $0.fulfill(4) })
      for try await number in [promise].inCompletionOrder { tokens.append(number) }
    }
  }

  @Test @MainActor func `a nonsending function waits on the actor of its caller`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let parser = Parser()
    DispatchQueue.global().async { resolver.fulfill(1) }
    try await parser.parse(promise)
    MainActor.preconditionIsolated()
    #expect(parser.tokens == [1, 1, 3, 4, 1])
  }

  @Test func `a task with an executor preference resumes on that executor`() async throws {
    let pool = Pool()
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task(executorPreference: pool) {
      let before = pool.marked.isCurrent
      try await promise.get()
      return (before, pool.marked.isCurrent)
    }
    resolver.fulfill(1)
    let (before, after) = try await task.value
    #expect(before && after)
  }
}

/// Waits that need not suspend. (With the trait, each call would switch executors, because the task prefers one.)
@Suite(.sharingProcessors) struct PromiseGetSettledTests {
  /// A way to wait for one promise.
  enum Wait: CaseIterable {
    case get, result, timeout, timeInterval, duration, guarantee, resolver

    @MainActor func perform(_ promise: Promise<Int>) async throws {
      switch self {
      case .get: try await promise.get()
      case .result: _ = await promise.getResult()
      case .timeout: try await promise.get(timeout: 1_000)
      case .timeInterval: try await promise.get(timeout: DispatchTimeInterval.seconds(1_000))
      case .duration: try await promise.get(timeout: Duration.seconds(1_000))
      case .guarantee: await Guarantee.value(1).get()
      case .resolver: _ = try await withResolver { $0.fulfill(1) }
      }
    }
  }

  @Test(arguments: Wait.allCases) @MainActor
  func `waiting for a settled promise does not leave the actor`(_ wait: Wait) async throws {
    var hasLeft = false
    let other = Task { hasLeft = true }
    try await wait.perform(.value(1))
    #expect(!hasLeft)
    await other.value
  }
}
