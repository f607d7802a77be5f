import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// Tests `withPromises` in Swift Testing, and in code that belongs to no test. The tests of failing tests use it in XCTest.
@Suite(.sharingProcessors) struct WithPromisesTests {
  @Test func `the value of the body is returned`() async throws {
    let found = try await collectIssues {
      let value = try await withPromises { try await Promise.value(1).map { $0 + 1 }.get() }
      #expect(value == 2)
    }
    #expect(found.isEmpty)
  }

  @Test func `a body with a parameter has a manual clock`() async throws {
    let found = try await collectIssues {
      let isSettled = try await withPromises(time: .manual) { clock in
        let hour = after(.seconds(3_600))
        await clock.advance(by: .seconds(3_600))
        return hour.isSettled
      }
      #expect(isSettled)
      let now = try await withPromises(time: .manual) { try ManualClock.current.now }
      #expect(now == ManualClock.Instant())
    }
    #expect(found.isEmpty)
  }

  @Test func `what the body leaves behind is recorded at the call`() async throws {
    let kept = Log<Resolver<Int>>()
    let line = #line + 2
    let found = try await collectIssues {
      try await withPromises(timeLimit: 0.5) {
        _ = Promise<Int>(error: TestError.one)
        _ = Promise<Int> { _ in }
        kept(Promise<Int>.pending().resolver)
      }
    }
    #expect(found.map(\.line) == [line, line, line])
    #expect(found.contains { $0.text.contains("still pending at the end of the test") })
    #expect(found.contains { $0.text.contains("unhandled rejection: one") })
    #expect(found.contains { $0.text.contains("abandoned promise") })
  }

  @Test func `a policy applies to what the body leaves behind`() async throws {
    let kept = Log<Resolver<Int>>()
    let found = try await collectIssues {
      try await withPromises(pending: .ignore, unhandled: .warning, abandoned: .ignore) {
        _ = Promise<Int>(error: TestError.one)
        _ = Promise<Int> { _ in }
        kept(Promise<Int>.pending().resolver)
      }
    }
    #expect(found.map(\.isFailure) == [false])
  }

  @Test func `both forms pass their arguments on`() async throws {
    let body = LeavingBody()
    let found = try await collectIssues {
      try await withPromises(
        time: .manual, order: .shuffled(seeds: 0..<2), pending: .ignore, unhandled: .ignore, abandoned: .ignore,
        queue: body.queue
      ) { try body.run() }
      try await withPromises(
        order: .shuffled(seeds: 0..<2), pending: .ignore, unhandled: .ignore, abandoned: .ignore, queue: body.queue
      ) { (_: ManualClock) in try body.run() }
    }
    #expect(found.isEmpty)
    #expect(body.usesQueue.entries == [true, true, true, true])
  }

  @Test func `a body with a clock has a time limit`() async throws {
    let found = try await collectIssues {
      try? await withPromises(timeLimit: 0) { (_: ManualClock) in try await suspendUntilCanceled() }
    }
    #expect(found.map { $0.text.hasPrefix("time limit of 0 s exceeded") } == [true])
  }

  @Test func `a time limit ends the body`() async throws {
    let kept = Log<Resolver<Int>>()
    let found = try await collectIssues {
      await #expect(throws: CancellationError.self) {
        try await withPromises(timeLimit: 0.1) {
          let (promise, resolver) = Promise<Int>.pending()
          kept(resolver)
          return try await promise.get()
        }
      }
    }
    #expect(found.count == 1)
    #expect(
      found[0].text.hasPrefix("time limit of 100 ms exceeded: the test is canceled\npending: a promise created at"))
  }

  @Test func `the error of the body is thrown`() async throws {
    let found = try await collectIssues {
      await #expect(throws: TestError.one) { try await withPromises { throw TestError.one } }
    }
    #expect(found.isEmpty)
  }

  @Test func `the body runs once for each seed`() async throws {
    let log = Log<Int>()
    let found = try await collectIssues {
      let last = try await withPromises(order: .shuffled(seeds: 0..<5)) {
        log(log.entries.count)
        return log.entries.count
      }
      #expect(last == 5)
    }
    #expect(found.isEmpty)
    #expect(log.entries.count == 5)
  }

  @Test func `a failing seed is named`() async throws {
    let log = Log<Int>()
    let found = try await collectIssues {
      try await withPromises(order: .shuffled(seeds: [3, 4, 5])) {
        log(0)
        if log.entries.count == 2 { Issue.record("wrong") }
      }
    }
    #expect(found.map(\.text) == ["wrong\nrepeat with withPromises(order: .shuffled(seeds: [4])), or PROMISES_SEED=4"])
    #expect(log.entries.count == 2)
  }

  @Test func `promises outside of the body are not its own`() async throws {
    let kept = Log<Resolver<Int>>()
    let found = try await issues(with: .promises(timeLimit: .testLimit)) {
      let (outer, resolver) = Promise<Int>.pending()
      kept(resolver)
      try await withPromises { #expect(await promisesSettled(timeout: .testLimit)) }
      resolver.fulfill(1)
      #expect(outer.value == 1)
    }
    #expect(found.isEmpty)
  }

  @Test @MainActor func `the body is isolated to the actor of the caller`() async throws {
    final class Model { var count = 0 }
    let model = Model()
    try await withPromises { model.count += 1 }
    try await withPromises(time: .manual) { clock in
      model.count += 1
      await clock.runToEnd()
    }
    #expect(model.count == 2)
  }

  // MARK: - Outside of tests

  @Test func `outside of tests, what the body leaves behind is thrown`() async throws {
    let kept = Log<Resolver<Int>>()
    let line = #line + 2
    let result = await Task.detached {
      try await withPromises(timeLimit: 0.5) {
        _ = Promise<Int>(error: TestError.one)
        kept(Promise<Int>.pending().resolver)
      }
    }.result
    let error = try #require(throws: PromisesLeftBehind.self) { try result.get() }
    #expect(error.findings.count == 2)
    #expect(error.bodyError == nil)
    #expect(error.description.hasPrefix("withPromises at \(#fileID):\(line):\n"))
    #expect(error.description.contains("still pending at the end"))
    #expect(error.description.contains("unhandled rejection: one"))
  }

  @Test func `outside of tests, an expired limit and the error of the body are thrown`() async throws {
    let result = await Task.detached { try await withPromises(timeLimit: 0.1) { try await suspendUntilCanceled() } }
      .result
    let error = try #require(throws: PromisesLeftBehind.self) { try result.get() }
    #expect(error.findings.count == 1)
    #expect(error.bodyError is CancellationError)
    #expect(error.description.hasSuffix("the code has thrown Swift.CancellationError()"))
  }

  @Test func `outside of tests, the body returns its value or throws its error`() async throws {
    #expect(try await Task.detached { try await withPromises { 1 } }.value == 1)
    await #expect(throws: TestError.one) {
      try await Task.detached { try await withPromises { throw TestError.one } }.value
    }
  }

  @Test func `outside of tests, a failing seed is named`() async throws {
    let log = Log<Int>()
    let result = await Task.detached {
      try await withPromises(order: .shuffled(seeds: [3, 4, 5])) {
        log(0)
        if log.entries.count == 2 { _ = Promise<Int>(error: TestError.one) }
      }
    }.result
    let error = try #require(throws: PromisesLeftBehind.self) { try result.get() }
    #expect(error.findings.count == 1)
    #expect(error.description.hasSuffix("repeat with withPromises(order: .shuffled(seeds: [4])), or PROMISES_SEED=4"))
    #expect(log.entries.count == 2)
  }
}
