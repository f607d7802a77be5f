import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `retry`, and the isolation of those in `retry` and `until`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct RetryTests {
  private let log = Log<Int>()

  @Test func `retry calls the function again after an error`() async throws {
    let promise = retry(attempts: 3, delay: 0) { [log] in
      log(log.count)
      return try await twice(log.count < 3 ? -1 : 3)
    }
    #expect(try await promise.get() == 6)
    #expect(log.entries == [0, 1, 2])
  }

  @Test func `retry fails when no retries remain or the condition returns false`() async throws {
    let remaining = Log<Int>()
    let condition: @Sendable (Int, any Error) -> Bool = { left, _ in
      remaining(left)
      return true
    }
    let promise = retry(attempts: 2, delay: .seconds(0), condition: condition) { [log] in
      log(1)
      return try await twice(-1)
    }
    await #expect(throws: TestError.one) { try await promise.get() }
    #expect(log.count == 3 && remaining.entries == [2, 1])
    let never = retry(attempts: 5, delay: 0, condition: { _, _ in false }) { [log] in
      log(2)
      return try await twice(-1)
    }
    await #expect(throws: TestError.one) { try await never.get() }
    #expect(log.count == 4)
  }

  @Test @MainActor func `the condition of retry runs on the actor to which it is isolated`() async throws {
    var remaining: [Int] = []
    let promise = retry(
      attempts: 2, delay: 0,
      condition: { left, _ in
        MainActor.preconditionIsolated()
        remaining.append(left)
        return true
      }, { () async throws -> Int in try await twice(-1) })
    await #expect(throws: TestError.one) { try await promise.get() }
    #expect(remaining == [2, 1])
  }

  @Test func `the delay of retry is measured by its clock`() async throws {
    let clock = HandClock()
    let promise = retry(attempts: 1, delay: .seconds(3600).measured(by: clock)) { [log] in
      log(1)
      return try await twice(log.count < 2 ? -1 : 1)
    }
    try await clock.slept(1)
    clock.advance(by: .seconds(3600))
    #expect(try await promise.get() == 2)
  }

  @Test func `canceling the promise of retry cancels the running attempt`() async throws {
    let isRunning = Gate()
    let promise = retry(attempts: 3, delay: 0) { [log] in
      log(1)
      isRunning.open()
      try await suspendUntilCanceled()
    }
    try await isRunning.opened()
    promise.cancel()
    #expect(promise.isCancelled && log.count == 1)
  }

  @Test func `canceling the promise of retry ends the delay`() async throws {
    let clock = HandClock()
    let promise = retry(attempts: 1, delay: .seconds(3600).measured(by: clock)) { try await twice(-1) }
    try await clock.slept(1)
    promise.cancel()
    try await clock.allAwake()
  }

  @Test @MainActor
  func `the closures of retry and until run with the isolation of the surrounding code`() async throws {
    var notes: [Int] = []
    let attempts = retry(attempts: 1, delay: 0) {
      await Task.yield()
      notes.append(1)
      if notes.count < 2 { throw TestError.one }
    }
    try await attempts.get()
    try await until {
      await Task.yield()
      notes.append(2)
      return notes.count == 4
    }.get()
    #expect(notes == [1, 1, 2, 2])
  }
}
