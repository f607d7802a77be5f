import PlainSwift
import PlainSwiftTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct TrackedTasksTests {
  let clock = TestClock()
  let log = Log()

  @Test func `a test waits for its tasks, and for those that they start`() async throws {
    try await checkTasks(limit: .seconds(10), clock: clock) { [log] in
      let inner = Gate()
      Task {
        await inner.opened()
        Task {
          await Task.yield()
          log.note("ended")
        }.tracked()
      }.tracked()
      inner.open()
    }
    #expect(log.lines == ["ended"])
  }

  @Test func `a task that is running when the limit expires is reported and canceled`() async throws {
    let tasks = TrackedTasks()
    let task = TrackedTasks.$current.withValue(tasks) { Task { try await waitForCancellation() }.tracked(line: 42) }
    async let left = tasks.waitForAll(limit: .seconds(10), clock: clock)
    await clock.sleeper(for: .seconds(10))
    clock.advance(by: .seconds(10))
    #expect(await left.map(\.line) == [42])
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `the trait records an issue where the task is marked`() async throws {
    try await withKnownIssue {
      try await checkTasks(limit: .zero, clock: clock) { Task { try await waitForCancellation() }.tracked(line: 42) }
    } matching: { issue in
      issue.sourceLocation?.line == 42 && issue.sourceLocation?.fileID == #fileID
    }
  }

  @Test(.tasks(limit: .seconds(20))) func `a test with the trait has tracked tasks of its own`() {
    #expect(TrackedTasks.current != nil)
  }

  @Test func `the error of a test is thrown after its tasks have ended`() async throws {
    await #expect(throws: TimedOut.self) {
      try await checkTasks(limit: .seconds(10), clock: clock) { [log] in
        Task { log.note("ended") }.tracked()
        throw TimedOut()
      }
    }
    #expect(log.lines == ["ended"])
  }

  @Test func `outside of such a test, nothing is tracked`() async {
    let task = Task { 1 }.tracked()
    #expect(TrackedTasks.current == nil)
    #expect(await task.value == 1)
  }
}
