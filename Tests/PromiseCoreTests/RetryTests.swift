import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `retry`: how often it tries, when it gives up, and how it is stopped.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct RetryTests {
  /// Work that fails the first times that it is called.
  final class Work: Sendable {
    let calls = Log<Int>()
    let failures: Int

    init(failures: Int = .max) { self.failures = failures }

    func attempt() -> Promise<Int> {
      calls(calls.count)
      return calls.count > failures ? .value(calls.count) : Promise(error: TestError.one)
    }
  }

  // MARK: How often

  @Test(arguments: [0, 1, 3, 10]) func thereAreSoManyCallsAndOne(_ attempts: Int) {
    let work = Work()
    let whole = retry(on: nil, attempts: attempts, delay: 0) { work.attempt() }
    #expect(whole.error as? TestError == .one)
    #expect(work.calls.count == attempts + 1)
  }

  @Test(arguments: 0...3) func itStopsWhenItSucceeds(_ failures: Int) {
    let work = Work(failures: failures)
    let whole = retry(on: nil, attempts: 3, delay: 0) { work.attempt() }
    #expect(whole.value == failures + 1 && work.calls.count == failures + 1)
  }

  @Test func byDefaultItTriesOnceMore() {
    let work = Work()
    let whole = retry(on: nil, delay: 0) { work.attempt() }
    #expect(whole.error as? TestError == .one && work.calls.count == 2)
  }

  @Test func theErrorIsThatOfTheLastAttempt() {
    let calls = Log<Int>()
    let whole = retry(on: nil, attempts: 2, delay: 0) { () -> Promise<Int> in
      calls(1)
      return Promise(error: Numbered(number: calls.count))
    }
    #expect(whole.error as? Numbered == Numbered(number: 3))
  }

  @Test func whatIsThrownIsAFailureLikeAnyOther() {
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

  @Test func onlyTheLastErrorIsReported() {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      _ = retry(on: nil, attempts: 3, delay: 0) { Promise<Int>(error: TestError.one) }
    }
    #expect(log.count == 1)
  }

  // MARK: Where and when

  @Test func theFirstAttemptComesAfterTheCallHasReturned() async throws {
    let log = Log<String>()
    let queue = DispatchQueue(label: "RetryTests")
    // Suspended, so that the queue cannot be the faster one.
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

  @Test @MainActor func `the condition runs where it was written`() async throws {
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

  @Test func `a success does not wait for the actor of the condition`() {
    let condition: @MainActor @Sendable (Int, any Error) -> Bool = { _, _ in true }
    let whole = withPromiseQueue(nil) { retry(attempts: 1, delay: 0, condition: condition) { Promise.value(1) } }
    #expect(whole.value == 1)
  }

  @Test func `the condition runs on its own actor if the work runs elsewhere`() async throws {
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

  @Test func everyAttemptAndTheConditionRunOnTheQueue() async {
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

  @Test @MainActor func withoutAQueueItRunsWhereItWasWritten() async throws {
    var calls = 0
    let whole = retry(attempts: 2, delay: 0.0001) { () throws -> Promise<Int> in
      MainActor.assertIsolated()
      calls += 1
      return calls < 3 ? Promise(error: TestError.one) : .value(calls)
    }
    #expect(calls == 0)
    #expect(try await whole.get() == 3)
  }

  @Test func itWaitsBetweenTheAttempts() async {
    let start = ContinuousClock.now
    let work = Work()
    await #expect(throws: TestError.one) {
      try await retry(on: nil, attempts: 3, delay: 0.002) { work.attempt() }.get()
    }
    #expect(work.calls.count == 4 && ContinuousClock.now - start >= .milliseconds(6))
  }

  // MARK: The condition

  @Test func theConditionIsToldHowManyRemain() {
    let told = Log<String>()
    let work = Work()
    let whole = retry(
      on: nil, attempts: 3, delay: 0,
      condition: { remaining, error in
        told("\(remaining) \(error)")
        return true
      }
    ) { work.attempt() }
    #expect(whole.error as? TestError == .one && work.calls.count == 4)
    #expect(told.entries == ["3 one", "2 one", "1 one"])
  }

  @Test func theConditionMayGiveUp() {
    let work = Work()
    let whole = retry(on: nil, attempts: 10, delay: 0, condition: { remaining, _ in remaining > 8 }) { work.attempt() }
    #expect(whole.error as? TestError == .one && work.calls.count == 3)
  }

  @Test func theConditionIsNotAskedAfterASuccessNorWhenNoneRemain() {
    let told = Log<Int>()
    let condition: @Sendable (Int, any Error) -> Bool = { remaining, _ in
      told(remaining)
      return true
    }
    #expect(retry(on: nil, delay: 0, condition: condition) { Promise.value(1) }.value == 1)
    _ = retry(on: nil, attempts: 0, delay: 0, condition: condition) { Promise<Int>(error: TestError.one) }.error
    #expect(told.entries == [])
  }

  @Test func theConditionWithABackoff() {
    let told = Log<Int>()
    let work = Work()
    let whole = retry(
      on: nil, attempts: 5, delay: .seconds(0),
      condition: { remaining, _ in
        told(remaining)
        return remaining > 4
      }
    ) { work.attempt() }
    #expect(whole.error as? TestError == .one && told.entries == [5, 4])
  }

  // MARK: Cancellation

  @Test func anErrorThatMeansCancellationIsNotTriedAgain() {
    for error in [CancellationError(), PromiseError.cancelled] as [any Error] {
      let calls = Log<Int>()
      let whole = retry(on: nil, attempts: 5, delay: 0, condition: { _, _ in true }) { () throws -> Promise<Int> in
        calls(1)
        if calls.count == 1 { throw TestError.one }
        return Promise(error: error)
      }
      #expect(whole.error?.isCancelled == true && calls.count == 2)
    }
  }

  @Test func cancellingDuringAnAttemptCancelsThatAttempt() {
    let made = Log<Resolver<Int>>()
    let whole = retry(on: nil, attempts: 5, delay: 0) { () -> Promise<Int> in
      let (promise, resolver) = Promise<Int>.pending()
      made(resolver)
      return promise
    }
    made.entries[0].reject(TestError.one)
    #expect(made.count == 2 && !made.entries[1].isCancelled)
    whole.cancel()
    #expect(whole.error is CancellationError)
    #expect(made.count == 2 && made.entries[1].isCancelled && !made.entries[0].isCancelled)
  }

  @Test func cancellingLeavesAnAttemptAloneThatSomebodyElseWants() {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map(on: nil) { $0 }
    retry(on: nil, attempts: 5, delay: 0) { promise }.cancel()
    #expect(!resolver.isCancelled)
    resolver.fulfill(1)
    #expect(other.value == 1)
  }

  @Test func cancellingDuringTheWaitRemovesTheTimer() {
    let work = Work()
    let whole = retry(on: nil, attempts: 5, delay: 3600) { work.attempt() }
    #expect(whole.isPending && work.calls.count == 1)
    whole.cancel()
    #expect(whole.error is CancellationError && work.calls.count == 1)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func cancellingBeforeTheFirstAttemptMakesNone() {
    let work = Work()
    let queue = DispatchQueue(label: "RetryTests")
    queue.suspend()
    let whole = retry(on: queue, delay: 0) { work.attempt() }
    whole.cancel()
    queue.resume()
    #expect(waitForPromises(timeout: 30))
    #expect(whole.error is CancellationError && work.calls.count == 0)
  }

  @Test func cancellingFromInsideAnAttemptCancelsWhatItReturns() {
    let (promise, resolver) = Promise<Int>.pending()
    let wholes = Log<Promise<Int>>()
    let (start, starter) = Promise<Int>.pending()
    let calls = Log<Int>()
    wholes(
      retry(on: nil, attempts: 5, delay: 0) { () -> Promise<Int> in
        calls(1)
        guard calls.count > 1 else { return start }
        wholes.entries[0].cancel()
        return promise
      })
    starter.reject(TestError.one)
    #expect(wholes.entries[0].error is CancellationError)
    #expect(calls.count == 2 && resolver.isCancelled)
  }

  // MARK: Depth

  @Test func manyAttemptsNeedNoStack() async {
    await onSmallStack {
      let work = Work(failures: many(100_000))
      let rejecting = retry(on: nil, attempts: many(100_000), delay: 0) {
        work.calls.count == many(100_000) ? Promise.value(-1) : work.attempt()
      }
      #expect(rejecting.value == -1)
    }
  }
}
