import PlainSwiftTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct TestClockTests {
  let clock = TestClock()
  let log = Log()

  @Test func `tasks wake when their deadlines are reached`() async throws {
    let start = clock.now
    let tasks = [2, 1].map { [clock, log] seconds in
      Task {
        try await clock.sleep(for: .seconds(seconds))
        log.note("\(seconds)")
      }
    }
    await clock.sleeper(for: .seconds(1))
    await clock.sleeper(for: .seconds(2))
    clock.advance(by: .seconds(1))
    try await tasks[1].value
    #expect(log.lines == ["1"])
    clock.advance(by: .seconds(1))
    try await tasks[0].value
    #expect(log.lines == ["1", "2"])
    #expect(start.duration(to: clock.now) == .seconds(2))
  }

  @Test func `a deadline in the past does not suspend the task`() async throws {
    try await clock.sleep(for: .zero)
    try await clock.sleep(for: .seconds(-1))
  }

  @Test func `cancellation ends a sleep`() async throws {
    let sleeping = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    await clock.sleeper(for: .seconds(1))
    sleeping.cancel()
    await #expect(throws: CancellationError.self) { try await sleeping.value }
    let canceled = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await canceled.value }
  }
}
