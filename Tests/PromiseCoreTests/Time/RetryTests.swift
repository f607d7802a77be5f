import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The number of attempts of `retry`, its condition, and its cancellation.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct RetryTests {
  /// Work that fails a given number of times before it succeeds.
  final class Work: Sendable {
    let calls = Log<Int>()
    let failures: Int

    init(failures: Int = .max) { self.failures = failures }

    func attempt() -> Promise<Int> {
      calls(calls.count)
      return calls.count > failures ? .value(calls.count) : Promise(error: TestError.one)
    }
  }

  // MARK: Number of attempts

  @Test(arguments: [0, 1, 3, 10]) func `the body runs once more than the number of retries`(_ attempts: Int) {
    let work = Work()
    let whole = retry(on: nil, attempts: attempts, delay: 0) { work.attempt() }
    #expect(whole.error as? TestError == .one)
    #expect(work.calls.count == attempts + 1)
  }

  @Test(arguments: 0...3) func `retry stops at the first success`(_ failures: Int) {
    let work = Work(failures: failures)
    let whole = retry(on: nil, attempts: 3, delay: 0) { work.attempt() }
    #expect(whole.value == failures + 1 && work.calls.count == failures + 1)
  }

  @Test func `retry makes one retry by default`() {
    let work = Work()
    let whole = retry(on: nil, delay: 0) { work.attempt() }
    #expect(whole.error as? TestError == .one && work.calls.count == 2)
  }

  @Test func `the result is rejected with the error of the last attempt`() {
    let calls = Log<Int>()
    let whole = retry(on: nil, attempts: 2, delay: 0) { () -> Promise<Int> in
      calls(1)
      return Promise(error: Numbered(number: calls.count))
    }
    #expect(whole.error as? Numbered == Numbered(number: 3))
  }

  @Test func `an error thrown by the body counts as a failed attempt`() {
    let calls = Log<Int>()
    let whole = retry(on: nil, attempts: 3, delay: 0) { () throws -> Promise<Int> in
      calls(1)
      if calls.count < 3 { throw TestError.one }
      return .value(calls.count)
    }
    #expect(whole.value == 3)
    let failed = retry(on: nil, attempts: 3, delay: 0) { () throws -> Promise<Int> in throw TestError.two }
    #expect(failed.error as? TestError == .two)
  }

  @Test func `only the error of the last attempt is reported`() {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      _ = retry(on: nil, attempts: 3, delay: 0) { Promise<Int>(error: TestError.one) }
    }
    #expect(log.count == 1)
  }

  // MARK: Executors and timing

  @Test(.promises(time: .manual)) func `by default, there is one retry, after a second`() async throws {
    let calls = Log<String>()
    let whole = retry(on: nil) { () -> Promise<Int> in
      calls("inline")
      return Promise(error: TestError.one)
    }
    let isolated = retry { () -> Promise<Int> in
      calls("default queue")
      return Promise(error: TestError.two)
    }
    let clock = try ManualClock.current
    await clock.advance(by: .milliseconds(999))
    #expect(Set(calls.entries) == ["inline", "default queue"] && calls.count == 2)
    #expect(whole.isPending && isolated.isPending)
    await clock.advance(by: .milliseconds(1))
    #expect(calls.count == 4)
    #expect(whole.error as? TestError == .one && isolated.error as? TestError == .two)
  }

  @Test func `the first attempt runs after the call to retry has returned`() async throws {
    let log = Log<String>()
    let queue = DispatchQueue(label: "RetryTests")
    // The queue is suspended so that it cannot run the attempt before the call returns.
    queue.suspend()
    let whole = retry(on: queue, delay: 0) {
      log("attempt")
      return Promise.value(1)
    }
    log("returned")
    queue.resume()
    #expect(try await whole.get() == 1)
    #expect(log.entries == ["returned", "attempt"])
  }

  @Test @MainActor func `a condition written on the main actor runs there`() async throws {
    var errors: [any Error] = []
    let whole = retry(
      attempts: 2, delay: 0,
      condition: { _, error in
        MainActor.preconditionIsolated()
        errors.append(error)
        return true
      }, { Promise<Int>(error: TestError.one) })
    await #expect(throws: TestError.one) { try await whole.get() }
    #expect(errors.count == 2)
  }

  @Test func `neither a success nor a cancellation waits for the actor of the condition`() {
    let condition: @MainActor @Sendable (Int, any Error) -> Bool = { _, _ in true }
    let whole = withPromiseQueue(nil) { retry(attempts: 1, delay: 0, condition: condition) { Promise.value(1) } }
    #expect(whole.value == 1)
    let canceled = withPromiseQueue(nil) {
      retry(attempts: 1, delay: 0, condition: condition) { Promise<Int>(error: CancellationError()) }
    }
    #expect(canceled.error is CancellationError)
  }

  @Test func `the condition runs on its own actor even if the body runs on a queue`() async throws {
    let attempts = Log<Bool>()
    let here = DispatchQueue(label: "RetryTests")
    let key = DispatchSpecificKey<Bool>()
    here.setSpecific(key: key, value: true)
    let condition: @MainActor @Sendable (Int, any Error) -> Bool = { remaining, _ in
      MainActor.preconditionIsolated()
      return remaining > 1
    }
    let whole = withPromiseQueue(here) {
      retry(attempts: 3, delay: 0, condition: condition) {
        attempts(DispatchQueue.getSpecific(key: key) ?? false)
        return Promise<Int>(error: TestError.one)
      }
    }
    await #expect(throws: TestError.one) { try await whole.get() }
    #expect(attempts.entries == [true, true, true])
  }

  @Test func `every attempt and the condition run on the given queue`() async {
    let queue = DispatchQueue(label: "RetryTests")
    let condition: @Sendable (Int, any Error) -> Bool = { _, _ in
      dispatchPrecondition(condition: .onQueue(queue))
      return true
    }
    let whole = retry(on: queue, attempts: 2, delay: 0.0001, condition: condition) {
      dispatchPrecondition(condition: .onQueue(queue))
      return DispatchQueue.global().async(.promise) { () throws -> Int in throw TestError.one }
    }
    await #expect(throws: TestError.one) { try await whole.get() }
  }

  @Test @MainActor func `a body written on the main actor runs there if no queue is given`() async throws {
    var calls = 0
    let whole = retry(attempts: 2, delay: 0.0001) { () throws -> Promise<Int> in
      MainActor.assertIsolated()
      calls += 1
      return calls < 3 ? Promise(error: TestError.one) : .value(calls)
    }
    #expect(calls == 0)
    #expect(try await whole.get() == 3)
  }

  @Test func `retry waits between attempts`() async {
    let start = ContinuousClock.now
    let work = Work()
    await #expect(throws: TestError.one) {
      try await retry(on: nil, attempts: 3, delay: 0.002) { work.attempt() }.get()
    }
    #expect(work.calls.count == 4 && ContinuousClock.now - start >= .milliseconds(6))
  }

  // MARK: Condition

  @Test func `the condition receives the number of remaining retries`() {
    let received = Log<String>()
    let work = Work()
    let whole = retry(
      on: nil, attempts: 3, delay: 0,
      condition: { remaining, error in
        received("\(remaining) \(error)")
        return true
      }
    ) { work.attempt() }
    #expect(whole.error as? TestError == .one && work.calls.count == 4)
    #expect(received.entries == ["3 one", "2 one", "1 one"])
  }

  @Test func `the condition can stop the retries`() {
    let work = Work()
    let whole = retry(on: nil, attempts: 10, delay: 0, condition: { remaining, _ in remaining > 8 }) { work.attempt() }
    #expect(whole.error as? TestError == .one && work.calls.count == 3)
  }

  @Test func `the condition is not called after a success or when no retries remain`() {
    let received = Log<Int>()
    let condition: @Sendable (Int, any Error) -> Bool = { remaining, _ in
      received(remaining)
      return true
    }
    #expect(retry(on: nil, delay: 0, condition: condition) { Promise.value(1) }.value == 1)
    _ = retry(on: nil, attempts: 0, delay: 0, condition: condition) { Promise<Int>(error: TestError.one) }.error
    #expect(received.entries == [])
  }

  @Test func `the condition can stop retries that use a backoff`() {
    let received = Log<Int>()
    let work = Work()
    let whole = retry(
      on: nil, attempts: 5, delay: .seconds(0),
      condition: { remaining, _ in
        received(remaining)
        return remaining > 4
      }
    ) { work.attempt() }
    #expect(whole.error as? TestError == .one && received.entries == [5, 4])
  }

  // MARK: Depth

  @Test func `many attempts run on a small stack`() async {
    await onSmallStack {
      let work = Work(failures: many(100_000))
      let rejecting = retry(on: nil, attempts: many(100_000), delay: 0) {
        work.calls.count == many(100_000) ? Promise.value(-1) : work.attempt()
      }
      #expect(rejecting.value == -1)
    }
  }

  @Test(arguments: [true, false])
  func `retry lets other work items run on its queue between attempts`(_ throwing: Bool) async throws {
    let queue = DispatchQueue(label: "RetryTests")
    let calls = Counter()
    let hasRun = OnceFlag()
    let whole = retry(on: queue, attempts: .max, delay: 0) { () throws -> Promise<Bool> in
      let count = calls.next() + 1
      if count == 1 { queue.async { hasRun.claim() } }
      if hasRun.isClaimed { return .value(true) }
      if count == many(100_000) { return .value(false) }
      if throwing { throw TestError.one }
      return Promise(error: TestError.one)
    }
    #expect(try await whole.get())
  }
}
