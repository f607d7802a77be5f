import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Functions that accept a clock.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ClockTimersTests {
  private let clock = HandClock()

  @Test func `after is measured by its clock`() async throws {
    let guarantees = [after(.seconds(2), clock: clock), after(.seconds(3), clock: clock)]
    try await clock.slept(2)
    clock.advance(by: .milliseconds(1999))
    #expect(guarantees.map(\.isPending) == [true, true])
    clock.advance(by: .milliseconds(1))
    await guarantees[0].get()
    #expect(guarantees[1].isPending)
    clock.advance(by: .seconds(1))
    await guarantees[1].get()
  }

  @Test func `a negative duration means no delay, and a very long one can be canceled`() async throws {
    await after(.seconds(0), clock: clock).get()
    await after(.seconds(-1), clock: clock).get()
    let never = after(.seconds(Int64.max), clock: clock)
    #expect(never.isPending)
    never.cancel()
    await never.get()
  }

  @Test func `canceling a timer ends the sleep of its task`() async throws {
    let guarantee = after(.seconds(5), clock: clock)
    try await clock.slept(1)
    guarantee.cancel()
    #expect(guarantee.isSettled)
    try await clock.allAwake()
  }

  @Test func `releasing a timer ends the sleep of its task`() async throws {
    var guarantee: Guarantee<Void>? = after(.seconds(5), clock: clock)
    try await clock.slept(1)
    withExtendedLifetime(guarantee) {}
    guarantee = nil
    await #expect(throws: Never.self) { try await clock.allAwake() }
  }

  @Test func `timers accept an existential clock and the system clocks`() async throws {
    let clock: any Clock<Duration> = clock
    let guarantee = after(.seconds(2), clock: clock)
    try await self.clock.slept(1)
    #expect(guarantee.isPending)
    self.clock.advance(by: .seconds(2))
    await guarantee.get()
    await after(.nanoseconds(1), clock: ContinuousClock()).get()
    await after(.nanoseconds(1), clock: SuspendingClock()).get()
  }

  @Test func `delay is measured by its clock`() async throws {
    let promise = Promise.value(1).delay(.seconds(2), clock: clock)
    let guarantee = Guarantee.value(1).delay(.seconds(2), clock: clock)
    try await clock.slept(2)
    #expect(promise.isPending && guarantee.isPending)
    clock.advance(by: .seconds(2))
    #expect(try await promise.get() == 1)
    #expect(await guarantee.get() == 1)
  }

  @Test func `timeout is measured by its clock`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let isCancelled = Gate()
    resolver.onCancel { isCancelled.open() }
    let late = promise.timeout(.seconds(2), clock: clock)
    try await clock.slept(1)
    clock.advance(by: .seconds(2))
    await #expect(throws: PromiseError.timedOut) { try await late.get() }
    try await isCancelled.opened()
  }

  @Test func `the exponential delays of retry are measured by their clock`() async throws {
    let attempts = Log<Duration>()
    let start = clock.now
    let promise = retry(
      on: nil, attempts: 3, delay: .exponential(initial: 60, jitter: 0).measured(by: clock)
    ) { [clock] () -> Promise<Int> in
      attempts(start.duration(to: clock.now))
      return Promise(error: TestError.one)
    }
    for (number, minutes) in [1, 2, 4].enumerated() {
      try await clock.slept(number + 1)
      clock.advance(by: .seconds(60 * minutes))
    }
    await #expect(throws: TestError.one) { try await promise.get() }
    #expect(attempts.entries == [.zero, .seconds(60), .seconds(180), .seconds(420)])
  }

  @Test func `the interval of until is measured by its clock`() async throws {
    let calls = Log<Void>()
    let promise = until(on: nil, interval: .seconds(10).measured(by: clock)) { () -> Promise<Bool> in
      calls(())
      return .value(calls.count == 3)
    }
    for number in 1...2 {
      try await clock.slept(number)
      clock.advance(by: .seconds(10))
    }
    try await promise.get()
    #expect(calls.count == 3)
  }
}
