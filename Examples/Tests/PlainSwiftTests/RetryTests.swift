import PlainSwift
import PlainSwiftTesting
import Testing

private struct Failure: Error, Equatable { let attempt: Int }

@Suite(.timeLimit(.minutes(1))) struct RetryTests {
  let clock = TestClock()
  let log = Log()

  /// Fails as often as told, then returns the number of the attempt.
  private func fail(_ times: Int) throws -> Int {
    log.note("attempt")
    guard log.lines.count > times else { throw Failure(attempt: log.lines.count) }
    return log.lines.count
  }

  @Test func `a success is not repeated`() async throws {
    #expect(try await retry(attempts: 3, clock: clock) { try fail(0) } == 1)
    #expect(log.lines.count == 1)
  }

  @Test func `each retry waits for its delay`() async throws {
    async let value = retry(attempts: 2, delay: { .seconds(10 * $0) }, clock: clock) { try fail(2) }
    await clock.sleeper(for: .seconds(10))
    #expect(log.lines.count == 1)
    clock.advance(by: .seconds(10))
    await clock.sleeper(for: .seconds(20))
    #expect(log.lines.count == 2)
    clock.advance(by: .seconds(19))
    await clock.sleeper(for: .seconds(1))
    #expect(log.lines.count == 2)
    clock.advance(by: .seconds(1))
    #expect(try await value == 3)
  }

  @Test(arguments: [-1, 0, 1, 4]) func `the error of the last attempt is thrown`(attempts: Int) async throws {
    let last = Failure(attempt: max(attempts, 0) + 1)
    await #expect(throws: last) {
      try await retry(attempts: attempts, delay: { _ in .zero }, clock: clock) { try fail(.max) }
    }
  }

  @Test func `a condition ends the retries`() async throws {
    var remaining: [Int] = []
    await #expect(throws: Failure(attempt: 3)) {
      try await retry(attempts: 9, delay: { _ in .zero }, clock: clock) { left, error in
        remaining.append(left)
        return error as? Failure != Failure(attempt: 3)
      } _: {
        try fail(.max)
      }
    }
    #expect(remaining == [9, 8, 7])
  }

  @Test func `cancellation is not retried`() async throws {
    await #expect(throws: CancellationError.self) {
      try await retry(attempts: 3, delay: { _ in .zero }, clock: clock) {
        log.note("attempt")
        throw CancellationError()
      }
    }
    #expect(log.lines.count == 1)
  }

  @Test func `an error of a canceled task is not retried`() async throws {
    let task = Task {
      try await retry(attempts: 3, delay: { _ in .zero }, clock: clock) {
        withUnsafeCurrentTask { $0?.cancel() }
        return try fail(.max)
      }
    }
    await #expect(throws: Failure(attempt: 1)) { try await task.value }
  }

  @Test func `cancellation ends a delay`() async throws {
    let task = Task { try await retry(attempts: 3, clock: clock) { try fail(.max) } }
    await clock.sleeper(for: .seconds(1))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.lines.count == 1)
  }

  @MainActor @Test func `an attempt has the isolation of the caller`() async throws {
    var attempts = 0
    try await retry(delay: { _ in .zero }, clock: clock) {
      attempts += 1
      MainActor.assertIsolated()
      if attempts == 1 { throw Failure(attempt: 1) }
    }
    #expect(attempts == 2)
  }

  @Test func `exponential delays double up to a maximum`() {
    let delay = exponential(initial: .seconds(1), maximum: .seconds(6), jitter: 0)
    #expect([1, 2, 3, 4, 1_000_000].map(delay) == [.seconds(1), .seconds(2), .seconds(4), .seconds(6), .seconds(6)])
  }

  @Test func `jitter shortens a delay by at most its share`() {
    let delay = exponential(initial: .seconds(4), maximum: .seconds(4), jitter: 0.25)
    let delays = (1...100).map(delay)
    #expect(delays.allSatisfy { (Duration.seconds(3)...Duration.seconds(4)).contains($0) })
    #expect(Set(delays).count > 1)
  }
}
