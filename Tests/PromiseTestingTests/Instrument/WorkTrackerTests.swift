import Dispatch
import TestSupport
import Testing

@testable import PromiseTesting

/// Tests of work that is in flight when a test ends, or when it advances the clock.
@Suite(.sharingProcessors) struct WorkTrackerTests {
  /// Unhandled rejections of promises that the rejecting code retains.
  static let rejections: [(name: String, make: @Sendable () -> Void)] = [
    ("resolver", { raw { _ = $0 } }),
    ("task", { _ = Promise<Int> { () async throws -> Int in throw TestError.one } }),
    (
      "async map",
      {
        _ = Promise.value(1).map { _ -> Int in
          await Task.yield()
          throw TestError.one
        }
      }
    ),
    ("queue", { _ = DispatchQueue.global().async(.promise) { () throws -> Int in throw TestError.one } }),
  ]

  private static func raw(_ use: (Promise<Int>) -> Void) {
    let (promise, resolver) = Promise<Int>.pending()
    use(promise)
    DispatchQueue.global().async { resolver.reject(TestError.one) }
  }

  @Test(arguments: 0..<4) func `an unhandled rejection at the end of the test is an issue`(
    _ number: Int
  ) async throws {
    for _ in 0..<100 {
      let found = try await issues { Self.rejections[number].make() }
      #expect(found.count == 1, "\(Self.rejections[number].name)")
    }
  }

  /// Work that has ended may have started other work by way of code that is not counted.
  @Test(arguments: [true, false]) func `work that starts and ends during the search for more is noticed`(
    _ isTask: Bool
  ) async {
    let tracker = WorkTracker()
    let searches = Log<Void>()
    await tracker.waitUntilIdle { () -> [Never] in
      searches(())
      if searches.count == 1 {
        if isTask { tracker.taskScheduled() } else { tracker.jobEnqueued() }
        if isTask { tracker.taskResumed() } else { tracker.jobFinished() }
      }
      return []
    }
    #expect(searches.count == 2)
  }

  @Test func `the clock waits for callbacks that arrive through a queue`() async throws {
    let queue = DispatchQueue(label: "WorkTrackerTests")
    for _ in 0..<20 {
      let found = try await issues(with: .promises(timeLimit: .testLimit, time: .manual)) {
        let clock = try ManualClock.current
        let moments = Log<Duration>()
        let answer = retry(
          attempts: 5, delay: .exponential(initial: 1, factor: 2, maximum: 60, jitter: 0)
        ) { () -> Promise<Int> in
          moments(clock.now.offset)
          return wrap { (done: @escaping @Sendable (Int?, (any Error)?) -> Void) in
            queue.async { moments.count == 4 ? done(1, nil) : done(nil, TestError.one) }
          }
        }.timeout(seconds: 60)
        await clock.runToEnd()
        #expect(answer.value == 1)
        #expect(moments.entries == [.zero, .seconds(1), .seconds(3), .seconds(7)])
      }
      #expect(found.map(\.text).isEmpty)
    }
  }

  @Test func `the clock waits only once for a callback that does not arrive`() async throws {
    let kept = Log<Resolver<Int>>()
    let found = try await issues(with: .promises(timeLimit: .testLimit, pending: .ignore, time: .manual)) {
      let (promise, resolver) = Promise<Int>.pending()
      kept(resolver)
      let polls = Log<Int>()
      let loop = until(interval: 1) { () -> Bool in
        polls(1)
        return polls.count == 200
      }
      try await ManualClock.current.runToEnd()
      #expect(loop.isFulfilled)
      #expect(promise.isPending)
    }
    #expect(found.map(\.text).isEmpty)
    for resolver in kept.entries { resolver.fulfill(1) }
  }

  @MainActor final class Model {
    var state = ""

    func load(_ server: Promise<Int>) async {
      state = "loading"
      do {
        _ = try await server.get(timeout: 2)
      } catch {
        state = "waiting"
        await after(seconds: 1).get()
        state = "gave up"
      }
    }
  }

  @Test @MainActor func `the clock waits for tasks on the main actor`() async throws {
    for _ in 0..<50 {
      let found = try await issues(with: .promises(timeLimit: .testLimit, pending: .ignore, time: .manual)) {
        @MainActor in
        let (server, resolver) = Promise<Int>.pending()
        let model = Model()
        let work = Promise { @MainActor in await model.load(server) }
        try await ManualClock.current.advance(by: .seconds(3))
        #expect(model.state == "gave up")
        #expect(work.isFulfilled)
        resolver.fulfill(1)
      }
      #expect(found.map(\.text).isEmpty)
    }
  }

  // MARK: - The end of a test

  @Test func `waits that block a thread return if they start after the time limit`() async throws {
    let kept = Log<any Sendable>()
    let found = try await issues(with: .promises(timeLimit: .milliseconds(500))) {
      for _ in 0..<3 {
        let (promise, resolver) = Promise<Int>.pending()
        kept(resolver)
        hangOn(promise)
      }
      kept(Guarantee<Int>.pending())
      waitInVain()
    }
    #expect(found.count == 1)
  }

  private func hangOn(_ promise: Promise<Int>) { _ = try? hang(promise) }

  private func waitInVain() { #expect(!waitForPromises(timeout: 1_000)) }

  @Test func `a handler that has not returned at the end of the test is an issue`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let found = try await issues(with: .promises(timeLimit: .milliseconds(500))) {
      let (promise, resolver) = Promise<Int>.pending()
      promise.onProgress(on: DispatchQueue(label: "WorkTrackerTests")) { _ in gate.wait() }
      resolver.progress.report(1, of: 2)
      resolver.fulfill(1)
    }
    gate.signal()
    #expect(
      found.map(\.text) == [
        "work is still in flight at the end of the test: a handler has not returned within the time limit of 500 ms; "
          + "unblock it, or set a longer limit with `.promises(timeLimit:)`"
      ])
  }

  @Test func `a handler that cancels its task does not cancel later handlers`() async throws {
    let log = Log<Bool>()
    let found = try await issues {
      for _ in 0..<3 {
        try await Promise.value(1).done(on: DispatchQueue(label: "WorkTrackerTests")) { _ in
          log(Task.isCancelled)
          withUnsafeCurrentTask { $0?.cancel() }
        }.get()
      }
    }
    #expect(found.isEmpty)
    #expect(log.entries == [false, false, false])
  }
}
