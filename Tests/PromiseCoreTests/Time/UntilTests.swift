import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `until` repeats its body until a promise is fulfilled with `true`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct UntilTests {
  // MARK: Forms

  @Test(arguments: [1, 2, 10]) func `until repeats its body until a promise is fulfilled with true`(_ count: Int) {
    let calls = Log<Int>()
    let whole = until(on: nil) { () -> Promise<Bool> in
      calls(1)
      return .value(calls.count == count)
    }
    #expect(whole.isFulfilled && calls.count == count)
  }

  @Test func `the error for an abandoned step names the creation site of that step`() {
    let line = #line + 3
    let whole = silently {
      until(on: nil) {
        Guarantee<Bool>.pending().guarantee
      }
    }
    guard case .abandoned("\(#fileID)", line)? = whole.error as? PromiseError else {
      Issue.record("\(String(describing: whole.result))")
      return
    }
  }

  @Test @MainActor func `a body written on the main actor runs there if no queue is given`() async throws {
    var calls = 0
    let first = until {
      MainActor.assertIsolated()
      calls += 1
      return Promise.value(calls == 3)
    }
    #expect(calls == 0)
    try await first.get()
    let second = until(interval: 0.0001) {
      MainActor.assertIsolated()
      calls += 1
      return Promise.value(calls == 6)
    }
    #expect(calls == 3)
    try await second.get()
    #expect(calls == 6)
  }

  @Test func `the body runs on the given queue`() async throws {
    let queue = DispatchQueue(label: "UntilTests")
    let calls = Log<Int>()
    try await until(on: queue, interval: 0.0001) {
      dispatchPrecondition(condition: .onQueue(queue))
      calls(1)
      return DispatchQueue.global().async(.promise) { calls.count == 3 }
    }.get()
    #expect(calls.count == 3)
  }

  @Test func `the body may return a guarantee`() async throws {
    let calls = Log<Int>()
    try await until(on: nil) { () -> Guarantee<Bool> in
      calls(1)
      return after(seconds: 0.0001).map(on: nil) { calls.count == 2 }
    }.get()
    #expect(calls.count == 2)
  }

  @Test func `until waits for each promise before it calls the body again`() {
    let resolvers = Log<Resolver<Bool>>()
    let whole = until(on: nil) { Self.pending(resolvers) }
    #expect(resolvers.count == 1)
    resolvers.entries[0].fulfill(false)
    #expect(resolvers.count == 2 && whole.isPending)
    resolvers.entries[1].fulfill(true)
    #expect(whole.isFulfilled && resolvers.count == 2)
  }

  @Test func `until waits between rounds`() async throws {
    let start = ContinuousClock.now
    let calls = Log<Int>()
    try await until(on: nil, interval: 0.002) { () -> Promise<Bool> in
      calls(1)
      return .value(calls.count == 4)
    }.get()
    #expect(ContinuousClock.now - start >= .milliseconds(6))
  }

  @Test(.promises(time: .manual))
  func `the interval may be a backoff, a duration, or a number of seconds`() async throws {
    let clock = try ManualClock.current
    let intervals: [(Backoff, Duration)] = [
      (Backoff { attempt in Double(attempt) }, .seconds(1 + 2 + 3)),
      (.milliseconds(250), .milliseconds(750)),
      (.constant(Duration.seconds(2)), .seconds(6)),
      (2, .seconds(6)),
    ]
    for (interval, total) in intervals {
      let start = clock.now
      let calls = Log<Int>()
      let whole = until(on: nil, interval: interval) { () -> Promise<Bool> in
        calls(1)
        return .value(calls.count == 4)
      }
      await clock.advance(by: total - .milliseconds(1))
      #expect(whole.isPending)
      await clock.advance(by: .milliseconds(1))
      #expect(whole.isFulfilled && start.duration(to: clock.now) == total)
    }
  }

  // MARK: Errors

  @Test func `a rejection ends the loop`() {
    let calls = Log<Int>()
    let first = until(on: nil) { () -> Promise<Bool> in
      calls(1)
      return calls.count < 3 ? .value(false) : Promise(error: TestError.one)
    }
    #expect(first.error as? TestError == .one && calls.count == 3)
  }

  @Test func `an error thrown by the body ends the loop`() {
    let calls = Log<Int>()
    let whole = until(on: nil) { () throws -> Promise<Bool> in
      calls(1)
      if calls.count == 3 { throw TestError.one }
      return .value(false)
    }
    #expect(whole.error as? TestError == .one && calls.count == 3)
  }

  // MARK: Cancellation

  @Test func `canceling cancels the pending promise`() {
    let resolvers = Log<Resolver<Bool>>()
    let whole = until(on: nil) { Self.pending(resolvers) }
    resolvers.entries[0].fulfill(false)
    whole.cancel()
    #expect(whole.error is CancellationError)
    #expect(resolvers.count == 2 && resolvers.entries[1].isCancelled)
  }

  @Test func `canceling during the interval removes the timer`() {
    let calls = Log<Int>()
    let whole = until(on: nil, interval: 3600) { () -> Promise<Bool> in
      calls(1)
      return .value(false)
    }
    #expect(whole.isPending && calls.count == 1)
    whole.cancel()
    #expect(whole.error is CancellationError && calls.count == 1)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func `canceling between rounds starts no further round`() {
    let queue = DispatchQueue(label: "UntilTests")
    let calls = Log<Int>()
    let wholes = Log<Promise<Void>>()
    queue.suspend()
    wholes(
      until(on: queue) { () -> Promise<Bool> in
        calls(1)
        // The next round is enqueued only after this one.
        if calls.count == 3 { wholes.entries[0].cancel() }
        return .value(false)
      })
    queue.resume()
    #expect(waitForPromises(timeout: .testLimit))
    #expect(wholes.entries[0].error is CancellationError && calls.count == 3)
  }

  // MARK: Depth

  @Test func `many rounds run on a small stack`() async {
    await onSmallStack {
      let calls = Counter()
      let rounds = many(100_000)
      let whole = until(on: nil) { Promise.value(calls.next() + 1 == rounds) }
      #expect(whole.isFulfilled && calls.value == rounds)
    }
  }

  @Test func `many rounds let other work items run on the queue`() async throws {
    let queue = DispatchQueue(label: "UntilTests")
    let hasRun = OnceFlag()
    let rounds = Counter()
    // The loop ends only if another work item runs between its rounds.
    let whole = until(on: queue) { () -> Promise<Bool> in
      if rounds.next() + 1 == 100 { queue.async { hasRun.claim() } }
      return .value(hasRun.isClaimed)
    }
    try await whole.get()
    #expect(rounds.value > 100)
  }

  private static func pending(_ resolvers: Log<Resolver<Bool>>) -> Promise<Bool> {
    let (promise, resolver) = Promise<Bool>.pending()
    resolvers(resolver)
    return promise
  }
}
