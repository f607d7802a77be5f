import PlainSwift
import PlainSwiftTesting
import Testing

private struct Failure: Error, Equatable { let number: Int }

@Suite(.timeLimit(.minutes(1))) struct TimeoutTests {
  let clock = TestClock()
  let log = Log()

  @Test func `a value in time ends the limit`() async throws {
    #expect(try await withTimeout(.seconds(5), clock: clock) { 1 } == 1)
  }

  @Test func `an error in time is thrown`() async throws {
    await #expect(throws: Failure(number: 1)) {
      try await withTimeout(.seconds(5), clock: clock) { throw Failure(number: 1) }
    }
  }

  @Test func `the limit cancels the function`() async throws {
    let task = Task { [clock] in try await withTimeout(.seconds(5), clock: clock) { try await waitForCancellation() } }
    await clock.sleeper(for: .seconds(5))
    clock.advance(by: .seconds(4))
    await clock.sleeper(for: .seconds(1))
    clock.advance(by: .seconds(1))
    await #expect(throws: TimedOut.self) { try await task.value }
  }

  @Test func `the limit waits for a function that ignores cancellation`() async throws {
    let end = Gate()
    let task = Task { [log] in
      try await withTimeout(.seconds(5), clock: clock) {
        await end.opened()
        log.note("the function returns")
      }
    }
    await clock.sleeper(for: .seconds(5))
    clock.advance(by: .seconds(5))
    end.open()
    await #expect(throws: TimedOut.self) { try await task.value }
    #expect(log.lines == ["the function returns"])
  }

  @Test func `canceling the task cancels the function`() async throws {
    let task = Task { try await withTimeout(.seconds(5), clock: clock) { try await waitForCancellation() } }
    await clock.sleeper(for: .seconds(5))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `the first result wins, also if it is an error`() async throws {
    let value = try await firstResult(of: [succeed(1), hang])
    #expect(value == 1)
    await #expect(throws: Failure(number: 1)) { try await firstResult(of: [fail(1), hang]) }
  }

  @Test func `the first success wins, and cancels the others`() async throws {
    let value = try await firstSuccess(of: [fail(1), succeed(2), hang])
    #expect(value == 2)
  }

  @Test func `without a success, every function is called, and an error is thrown`() async throws {
    await #expect(throws: Failure.self) { try await firstSuccess(of: [fail(1), fail(2)]) }
    #expect(Set(log.lines) == ["1", "2"])
  }

  private let hang: @Sendable () async throws -> Int = {
    try await waitForCancellation()
    return 0
  }

  private func succeed(_ number: Int) -> @Sendable () async throws -> Int { { number } }

  private func fail(_ number: Int) -> @Sendable () async throws -> Int {
    { [log] in
      log.note("\(number)")
      throw Failure(number: number)
    }
  }
}
