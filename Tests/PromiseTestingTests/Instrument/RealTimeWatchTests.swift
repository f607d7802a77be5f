import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// Tests that a test with a manual clock says that it waits in real time.
@Suite(.sharingProcessors) struct RealTimeWatchTests {
  @Test func `a wait in real time after the last timer is a warning`() async throws {
    let line = #line + 3
    let (found, isWarned) = (Log<RecordedIssue>(), Gate())
    try await collect(in: found, opening: isWarned) {
      let (promise, resolver) = Promise<Int>.pending()
      try await ManualClock.current.advance(by: .seconds(1))
      // This stands for a callback of a timer that uses real time.
      Task.detached {
        try await isWarned.opened()
        resolver.fulfill(1)
      }
      _ = try await promise.get()
    }
    #expect(found.entries.map(\.isFailure) == [false])
    let text = try #require(found.entries.first?.text)
    #expect(
      text.hasPrefix(
        "the test waits in real time, while its manual clock has no timers\npending: a promise created at "))
    #expect(text.contains("\(#fileID):\(line); it waits for its resolver"))
    #expect(
      text.contains(
        "\nthe manual clock does not advance `Task.sleep`, `ContinuousClock` and `DispatchQueue.asyncAfter`"))
  }

  @Test func `a wait in real time at the end of the test is a warning`() async throws {
    let (found, isWarned) = (Log<RecordedIssue>(), Gate())
    try await collect(in: found, opening: isWarned) {
      _ = Promise {
        try await isWarned.opened()
        return 1
      }
    }
    #expect(found.entries.map(\.isFailure) == [false])
    let text = try #require(found.entries.first?.text)
    #expect(text.hasPrefix("the test waits in real time, while its manual clock has no timers\npending: "))
    #expect(text.contains("it waits for its task"))
  }

  @Test func `a promise that is pending at the end may wait for real time, unless it waits for itself`() async throws {
    let kept = Log<Resolver<Int>>()
    let found = try await issues(with: .promises(timeLimit: .seconds(3), time: .manual)) {
      kept(Promise<Int>.pending().resolver)
      _ = Self.circle()
    }
    #expect(found.count == 2)
    for issue in found {
      #expect(issue.text.contains("`Task.sleep`") == issue.text.contains("it waits for its resolver"))
    }
  }

  @Test func `a test in which promises wait for each other is not warned`() async throws {
    let found = try await issues(with: .promises(timeLimit: .milliseconds(1_700), time: .manual)) {
      _ = try await Self.circle().get()
    }
    #expect(found.count == 1 && found[0].text.hasPrefix("time limit"))
  }

  @Test func `a test whose clock has timers is not warned`() async throws {
    let found = try await issues(with: .promises(timeLimit: .seconds(2), time: .manual)) {
      await after(.seconds(1)).get()
    }
    #expect(found.count == 1)
    #expect(found[0].text.hasPrefix("time limit of 2 s exceeded"))
  }

  @Test func `a test that waits for a nested run is not warned`() async throws {
    let found = try await issues(with: .promises(timeLimit: .testLimit, time: .manual)) {
      // The nested run is warned. The outer one is not, although it waits for longer.
      let (found, isWarned) = (Log<RecordedIssue>(), Gate())
      try await self.collect(in: found, opening: isWarned) { try await isWarned.opened() }
      #expect(found.entries.count == 1)
    }
    #expect(found.isEmpty)
  }

  @Test func `a test that waits in real time after a nested run is warned`() async throws {
    let (found, isWarned) = (Log<RecordedIssue>(), Gate())
    try await collect(in: found, opening: isWarned) {
      let nested = try await issues(with: .promises(timeLimit: .testLimit)) {}
      #expect(nested.isEmpty)
      try await isWarned.opened()
    }
    #expect(found.entries.map(\.isFailure) == [false])
  }

  @Test func `the issue of the time limit says what the clock does not advance`() async throws {
    let found = try await issues(with: .promises(timeLimit: .milliseconds(200), time: .manual)) {
      try await suspendUntilCanceled()
    }
    #expect(found.count == 1)
    #expect(found[0].text.contains("\nthe manual clock does not advance `Task.sleep`"))
  }

  /// Returns one of two promises that wait for each other.
  private static func circle() -> Promise<Int> {
    let (start, resolver) = Promise<Void>.pending()
    let promises = Log<Promise<Int>>()
    for other in [1, 0] { promises(start.then(on: nil) { promises.entries[other] }) }
    resolver.fulfill(())
    return promises.entries[0]
  }

  /// Runs `body` in a test with a manual clock, and opens a gate when an issue is recorded.
  private func collect(
    in log: Log<RecordedIssue>, opening gate: Gate, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let test = try #require(Test.current)
    let handler = IssueHandlingTrait.compactMapIssues { issue in
      #if compiler(>=6.3)
        let isFailure = issue.isFailure
      #else
        let isFailure = true
      #endif
      log(RecordedIssue(text: issue.comments.map(\.rawValue).joined(), line: nil, isFailure: isFailure))
      gate.open()
      return nil
    }
    try await handler.provideScope(for: test, testCase: Test.Case.current) {
      try await PromisesTrait.promises(timeLimit: .testLimit, time: .manual).provideScope(
        for: test, testCase: Test.Case.current, performing: body)
    }
  }
}
