import Dispatch
import TestSupport
import Testing

@testable import PromiseTesting

/// Tests of the runs of a test in a shuffled order, one for each seed.
@Suite(.sharingProcessors) struct ShuffledRunsTests {
  @Test func `the test runs once for each seed`() async throws {
    let runs = Log<Int>()
    let found = try await issues(with: .promises(timeLimit: .testLimit, order: .shuffled(seeds: 3..<10))) { runs(1) }
    #expect(runs.count == 7)
    #expect(found.isEmpty)
  }

  @Test func `without seeds the test runs once in the natural order`() async throws {
    let runs = Log<Bool>()
    _ = try await issues(with: .promises(timeLimit: .testLimit, order: .shuffled(seeds: 3..<3))) {
      runs(TestInstrument.current.map { $0.scheduler == nil } ?? false)
    }
    _ = try await issues(with: .promises(timeLimit: .testLimit, order: .natural)) {
      runs(TestInstrument.current.map { $0.scheduler == nil } ?? false)
    }
    #expect(runs.entries == [true, true])
  }

  @Test func `a failing run is the last run and its issue names the seed`() async throws {
    let runs = Log<Int>()
    let found = try await issues(with: .promises(timeLimit: .testLimit, order: .shuffled(seeds: 0..<100))) {
      runs(1)
      if runs.count == 4 { Issue.record("lost an update") }
    }
    #expect(runs.count == 4)
    #expect(
      found.map(\.text) == ["lost an update\nrepeat with .promises(order: .shuffled(seeds: [3])), or PROMISES_SEED=3"])
  }

  @Test func `an issue that a handler records names the seed`() async throws {
    let found = try await issues(with: .promises(timeLimit: .testLimit, order: .shuffled(seeds: [8]))) {
      try await Promise.value(1).done(on: DispatchQueue(label: "ShuffledRunsTests")) { _ in Issue.record("in a handler")
      }.get()
    }
    #expect(found.count == 1)
    #expect(try #require(found.first).text.contains("PROMISES_SEED=8"))
  }

  @Test func `a run that throws is the last run and its issue names the seed`() async throws {
    let runs = Log<Int>()
    let found = try await issues(with: .promises(timeLimit: .testLimit, order: .shuffled(seeds: 0..<9))) {
      runs(1)
      throw TestError.one
    }
    #expect(runs.count == 1)
    #expect(found.map(\.text) == ["one\nrepeat with .promises(order: .shuffled(seeds: [0])), or PROMISES_SEED=0"])
  }

  @Test func `an issue of a pending promise names the seed`() async throws {
    let kept = Log<Resolver<Int>>()
    let found = try await issues(with: .promises(timeLimit: .milliseconds(500), order: .shuffled(seeds: 5..<9))) {
      kept(Promise<Int>.pending().resolver)
    }
    #expect(found.count == 1)
    #expect(try #require(found.first).text.contains("PROMISES_SEED=5"))
  }

  @Test func `a failed requirement is recorded once`() async throws {
    let found = Log<String>()
    let test = try #require(Test.current)
    let collect = IssueHandlingTrait.compactMapIssues { issue in
      found(issue.comments.map(\.rawValue).joined(separator: "\n"))
      return nil
    }
    try await collect.provideScope(for: test, testCase: Test.Case.current) {
      await #expect(throws: ExpectationFailedError.self) {
        try await PromisesTrait.promises(timeLimit: .testLimit, order: .shuffled(seeds: [2])).provideScope(
          for: test, testCase: Test.Case.current
        ) {
          let isTrue = false
          try #require(isTrue)
        }
      }
    }
    #expect(found.entries == ["repeat with .promises(order: .shuffled(seeds: [2])), or PROMISES_SEED=2"])
  }
}
