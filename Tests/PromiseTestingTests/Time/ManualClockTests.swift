import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// Tests of the clock of a test, with code that does not refer to it.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, time: .manual)) struct ManualClockTests {
  let queue = DispatchQueue(label: "ManualClockTests")

  @Test func `a timer fires when the test advances the clock`() async throws {
    let clock = try ManualClock.current
    let promise = after(seconds: 10).map(on: queue) { "done" }
    try await expectPending(promise)
    await clock.advance(by: .milliseconds(9_999))
    try await expectPending(promise)
    await clock.advance(by: .milliseconds(1))
    // When `advance` returns, the handler has run as well.
    #expect(promise.value == "done")
    #expect(clock.now.offset == .seconds(10))
    #expect(clock.timerCount == 0)
  }

  @Test func `a timer added at the end of time stays pending`() async throws {
    let clock = try ManualClock.current
    await clock.advance(by: .never)
    let late = after(seconds: 1)
    await clock.advance(by: .seconds(1))
    #expect(late.isPending && clock.timerCount == 1)
    late.cancel()
  }

  @Test func `an hour of backoff takes no real time`() async throws {
    let clock = try ManualClock.current
    let moments = Log<Duration>()
    let promise = retry(
      attempts: 12, delay: .exponential(initial: 1, factor: 2, maximum: 4_000, jitter: 0)
    ) { () -> Promise<Int> in
      moments(clock.now.offset)
      return moments.count == 12 ? .value(1) : Promise(error: TestError.one)
    }
    await clock.advance(by: .seconds(3_600))
    #expect(moments.entries == (0..<12).map { .seconds((1 << $0) - 1) })
    #expect(promise.value == 1)
  }

  @Test func `timeouts, delays and loops use the manual clock`() async throws {
    let clock = try ManualClock.current
    let (late, resolver) = Promise<Int>.pending()
    let limited = late.timeout(seconds: 5)
    let delayed = Promise.value(1).delay(seconds: 2)
    let count = Log<Duration>()
    let loop = until(interval: 1) { () -> Bool in
      count(clock.now.offset)
      return count.count == 4
    }
    await clock.advance(by: .seconds(2))
    #expect(delayed.value == 1)
    #expect(limited.isPending)
    await clock.advance(by: .seconds(3))
    try await expectRejected(limited, throws: PromiseError.timedOut)
    #expect(loop.isFulfilled)
    #expect(count.entries == (0..<4).map { .seconds($0) })
    #expect(resolver.isCancelled)
  }

  @Test func `tasks use the manual clock`() async throws {
    let clock = try ManualClock.current
    let (slow, resolver) = Promise<Int>.pending()
    let log = Log<String>()
    let work = Promise<Void> {
      await after(seconds: 1).get()
      log("1 s: \(clock.now.offset)")
      try await clock.sleep(for: .seconds(1))
      log("2 s: \(clock.now.offset)")
      await #expect(throws: PromiseError.timedOut) { try await slow.get(timeout: 3) }
      log("5 s: \(clock.now.offset)")
    }
    await clock.advance(by: .seconds(10))
    #expect(work.isFulfilled)
    #expect(log.entries == ["1 s: 1.0 seconds", "2 s: 2.0 seconds", "5 s: 5.0 seconds"])
    resolver.fulfill(1)
  }

  actor Worker {
    func work(_ log: Log<String>) -> Promise<Void> {
      Promise {
        for second in 1...3 {
          await after(seconds: 1).get()
          log("\(second)")
        }
      }
    }
  }

  @Test func `a task on an actor uses the manual clock`() async throws {
    let clock = try ManualClock.current
    let log = Log<String>()
    let work = await Worker().work(log)
    await clock.advance(by: .seconds(3))
    #expect(log.entries == ["1", "2", "3"])
    #expect(work.isFulfilled)
  }

  @Test @MainActor func `a task on the main actor uses the manual clock`() async throws {
    let clock = try ManualClock.current
    var seconds: [Duration] = []
    let work = Promise {
      for _ in 1...3 {
        await after(seconds: 1).get()
        seconds.append(clock.now.offset)
      }
    }
    await clock.advance(by: .seconds(3))
    #expect(seconds == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(work.isFulfilled)
  }

  @Test func `a test that is not async advances the clock`() throws {
    let clock = try ManualClock.current
    let promise = after(seconds: 1).then(on: queue) { after(seconds: 1) }
    clock.advance(by: .seconds(1))
    #expect(promise.isPending)
    clock.runToEnd()
    #expect(promise.isFulfilled)
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func `a test that is not async advances the clock by a Duration`() throws {
    let clock = try ManualClock.current
    let (second, limit): (Duration, Duration) = (.seconds(1), .seconds(100))
    clock.advance(by: second)
    #expect(clock.now.offset == second)
    let promise = after(seconds: 99)
    clock.runToEnd(limit: limit)
    #expect(promise.isFulfilled)
    #expect(clock.now.offset == limit)
  }

  @Test @MainActor func `a test on the main actor that is not async advances the clock`() throws {
    let clock = try ManualClock.current
    let log = Log<String>()
    let promise = after(seconds: 1).done { log("main") }.then(on: queue) { after(seconds: 1) }.done { log("again") }
    clock.advance(to: clock.now.advanced(by: .seconds(2)))
    #expect(promise.isFulfilled)
    #expect(log.entries == ["main", "again"])
  }

  @Test func `timers with the same deadline fire in the order they were added`() async throws {
    let clock = try ManualClock.current
    let log = Log<Int>()
    for number in 0..<20 { after(seconds: 1).done(on: queue) { log(number) } }
    await clock.advance(by: .seconds(1))
    #expect(log.entries == Array(0..<20))
  }

  @Test func `a timer with a zero or negative duration fires immediately`() async throws {
    #expect(after(seconds: 0).isFulfilled)
    #expect(after(seconds: -1).isFulfilled)
    try await ManualClock.current.sleep(for: .zero)
  }

  @Test func `the time never goes back and does not overflow`() async throws {
    let clock = try ManualClock.current
    await clock.advance(by: .seconds(5))
    await clock.advance(by: .seconds(-1))
    await clock.advance(to: ManualClock().now)
    #expect(clock.now.offset == .seconds(5))
    let never = after(.seconds(Int64.max))
    for _ in 0..<3 { await clock.advance(by: .seconds(Int64.max)) }
    try await expectPending(never)
    never.cancel()
  }

  @Test func `instants can be compared and subtracted`() throws {
    let clock = try ManualClock.current
    let later = clock.now.advanced(by: .seconds(2))
    #expect(clock.now < later && clock.now.duration(to: later) == .seconds(2))
    #expect(later.duration(to: clock.now) == .seconds(-2))
    #expect(clock.minimumResolution == .nanoseconds(1) && ManualClock.Instant(nanoseconds: 7).nanoseconds == 7)
  }

  @Test func `a timer is removed when its promise is deallocated or canceled`() async throws {
    let clock = try ManualClock.current
    _ = after(seconds: 1)
    #expect(clock.timerCount == 0)
    let delayed = Promise.value(1).delay(seconds: 1)
    await clock.advance(by: .zero)
    #expect(clock.timerCount == 1)
    #expect(clock.nextDeadline?.offset == .seconds(1))
    delayed.cancel()
    #expect(clock.timerCount == 0)
  }

  @Test func `a canceled sleep removes its timer`() async throws {
    let clock = try ManualClock.current
    let sleep = Promise { try await clock.sleep(for: .seconds(1)) }
    await clock.advance(by: .zero)
    #expect(clock.timerCount == 1)
    sleep.cancel()
    await clock.advance(by: .zero)
    #expect(clock.timerCount == 0)
  }

  @Test func `runToEnd records an issue if timers remain at its limit`() async throws {
    let clock = try ManualClock.current
    let line = #line + 1
    let loop = until(interval: 1) { false }
    let found = try await collectIssues { await clock.runToEnd(limit: .seconds(100)) }
    #expect(found.count == 1)
    #expect(
      try #require(found.first).text.hasPrefix(
        "runToEnd stopped at its limit with timers remaining: the clock is at 100.0 seconds, and the next timer, the one "
          + "that `until` adds at PromiseTestingTests/ManualClockTests.swift:\(line), fires at 101.0 seconds; "))
    #expect(clock.now.offset == .seconds(100))
    let longLimit: Duration = .seconds(50)
    #expect(try await collectIssues { await clock.runToEnd(limit: longLimit) }.count == 1)
    #expect(clock.now.offset == .seconds(150))
    loop.cancel()
  }

  @Test func `a promise still waiting for the manual clock at the end of the test is an issue`() async throws {
    let kept = Log<Guarantee<Void>>()
    let found = try await issues(with: .promises(timeLimit: .testLimit, time: .manual)) {
      kept(after(seconds: 60).done {})
    }
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.text.contains("the next timer fires at 60.0 seconds; settle ") })
    #expect(found.allSatisfy { $0.text.contains(" on every path, advance the clock, cancel ") })
  }
}

/// Tests of clocks that are passed as arguments.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ManualClockArgumentTests {
  @Test func `a clock passed to an operator drives its timer`() async {
    let clock = ManualClock()
    let promise = after(.seconds(1), clock: clock).then(on: .global()) { after(.seconds(1), clock: clock) }
    #expect(clock.timerCount == 1)
    await clock.advance(by: .seconds(1))
    await clock.advance(by: .seconds(1))
    await promise.get()
  }

  @Test func `ManualClock.current throws an error that names the trait if the test lacks it`() {
    let error = #expect(throws: (any Error).self) { try ManualClock.current }
    #expect("\(error!)".contains(".promises(time: .manual)"))
  }
}

/// Tests of clocks outside of tests with `.promises`, such as in an `XCTestCase` or in a program.
@Suite(.sharingProcessors) struct ManualClockOutsideTests {
  @Test func `outside of tests handlers run before the next timer fires`()
    async
  {
    // Runs in a separate process, because the clock waits for the handlers of the whole process.
    await #expect(processExitsWith: .success) {
      for _ in 0..<20 {
        let clock = ManualClock()
        let moments = Log<Duration>()
        let promise = (0..<5).reduce(Promise<Void>.value(())) { promise, _ in
          promise.then(on: .global()) { second(clock) }.done(on: .global()) { moments(clock.now.offset) }
        }
        await clock.advance(by: .seconds(10))
        #expect(moments.entries == (1...5).map { .seconds($0) })
        promise.cancel()
      }
    }
  }

  @Test
  func `outside of tests the clock advances past a handler that waits for it`() async {
    await #expect(processExitsWith: .success) {
      let clock = ManualClock()
      let moments = Log<Duration>()
      let hasMoved = DispatchSemaphore(value: 0)
      let waiting = Promise.value(1).done(on: .global()) { _ in hasMoved.wait() }
      let timers = (1...3).map { second in
        after(.seconds(Double(second)), clock: clock).done(on: nil) { moments(clock.now.offset) }
      }
      await clock.advance(by: .seconds(3))
      #expect(timers.allSatisfy { $0.isFulfilled } && waiting.isPending)
      #expect(moments.entries == [.seconds(1), .seconds(2), .seconds(3)])
      hasMoved.signal()
      try await waiting.get()
    }
  }
}

/// Returns a promise that waits for a second on the clock, and then for a chain of a hundred handlers.
private func second(_ clock: ManualClock) -> Guarantee<Void> {
  (0..<100).reduce(after(.seconds(1), clock: clock)) { promise, _ in promise.map(on: .global()) {} }
}
