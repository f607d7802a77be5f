// Also tests: SwiftTestingReporter, TestReporter.

import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// Tests of the issues that `.promises` records.
@Suite(.sharingProcessors) struct PromisesTraitTests {
  @Test func `a promise that stays pending is an issue of the test and is canceled`() async throws {
    let test = try #require(Test.current)
    let kept = Log<Resolver<Int>>()
    let line = #line + 2
    let found = try await issues(with: .promises(timeLimit: .milliseconds(500))) {
      let (_, resolver) = Promise<Int>.pending()
      kept(resolver)
    }
    #expect(
      found.map(\.text) == [
        "a promise is still pending at the end of the test: created at \(#fileID):\(line); it waits for its resolver; settle it on every path, "
          + "cancel it, or pass `.promises(pending: .ignore)`"
      ])
    #expect(found.map(\.line) == [test.sourceLocation.line])
    // The promise is canceled, so that its work does not continue during the next test.
    #expect(kept.entries[0].isCancelled)
  }

  @Test func `an ignored event reaches only a handler that the program has set`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      func abandon() async throws {
        try await withPromises(unhandled: .ignore, abandoned: .ignore) {
          _ = Promise<Int>.pending().promise
          _ = Promise<Int>(error: TestError.one)
        }
      }
      try await abandon()
      let log = Log<String>()
      PromiseDiagnostics.handler = { log("\($0)") }
      try await abandon()
      #expect(log.count == 2)
    }
    let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(!printed.contains(#fileID), "\(printed)")
  }

  @Test func `pending promises with the same creation site are reported as one issue`() async throws {
    let kept = Log<Resolver<Int>>()
    let found = try await issues(with: .promises(timeLimit: .milliseconds(500))) {
      let (promise, resolver) = Promise<Int>.pending()
      kept(resolver)
      promise
        .map { $0 }
        .done { _ in }
        .catch { _ in }
      for _ in 0..<3 { kept(Promise<Int>.pending().resolver) }
    }
    // The promises that are derived from the first one belong to its issue.
    #expect(found.count == 2)
    #expect(found[0].text.contains("; it waits for its resolver; 3 handlers wait for it; settle it"))
    let last = try #require(found.last).text
    #expect(last.hasPrefix("3 promises are still pending at the end of the test: created at "))
    #expect(
      last.hasSuffix(
        "; each waits for its resolver; settle them on every path, cancel them, or pass `.promises(pending: .ignore)`"))
  }

  @Test func `promises that wait for each other are one issue`() async throws {
    let line = #line + 4
    let found = try await issues(with: .promises(timeLimit: .milliseconds(500))) {
      let later = Lock(Promise.value(0))
      let (start, resolver) = Promise<Void>.pending()
      let first = start.then(on: nil) { later.withLock { $0 } }
      let second = first.map(on: nil) { $0 }
      later.withLock { $0 = second }
      resolver.fulfill()
    }
    let (first, second) = ("\(#fileID):\(line)", "\(#fileID):\(line + 1)")
    #expect(found.count == 1)
    #expect(
      try #require(found.first).text
        == "2 promises are still pending at the end of the test: created at \(first); they wait for each other: "
        + "\(first) (then) → \(second) (map) → \(first) (then); return a promise that does not depend on them, cancel them, "
        + "or pass `.promises(pending: .ignore)`")
  }

  @Test func `a test waits for promises that settle after its body has returned`() async throws {
    let log = Log<String>()
    let found = try await issues {
      after(.milliseconds(5)).done(on: .global()) { log("handler") }
    }
    #expect(found.isEmpty)
    #expect(log.entries == ["handler"])
  }

  @Test func `an unhandled rejection is an issue`() async throws {
    let line = #line + 1
    let found = try await issues { _ = Promise<Int>(error: TestError.one) }
    #expect(
      found.map(\.text) == [
        "\(#fileID):\(line): unhandled rejection: one; handle it with `catch` or await the promise"
      ])
    #expect(found.map(\.line) == [Test.current?.sourceLocation.line])
  }

  @Test func `an unhandled rejection on another queue is an issue`() async throws {
    let found = try await issues { _ = after(.milliseconds(1)).done(on: .global()) { throw TestError.two } }
    #expect(found.count == 1)
    #expect(try #require(found.first).text.contains("unhandled rejection: two;"))
  }

  @Test func `an abandoned promise is an issue`() async throws {
    let line = #line + 1
    let found = try await issues { _ = Promise<Int>.pending() }
    #expect(found.count == 1)
    #expect(try #require(found.first).text.hasPrefix("\(#fileID):\(line): abandoned promise"))
  }

  @Test func `an abandoned guarantee is an issue and does not count as pending`() async throws {
    let kept = Log<Guarantee<Int>>()
    let found = try await issues { kept(Guarantee<Int> { _ in }) }
    #expect(found.count == 1)
    #expect(try #require(found.first).text.contains("abandoned guarantee"))
  }

  @Test func `each kind of issue can be ignored`() async throws {
    let kept = Log<Resolver<Int>>()
    let found = try await issues(
      with: .promises(timeLimit: .testLimit, pending: .ignore, unhandled: .ignore, abandoned: .ignore)
    ) {
      _ = Promise<Int>.pending()
      _ = Promise<Int>(error: TestError.one)
      kept(Promise<Int>.pending().resolver)
    }
    #expect(found.isEmpty)
    #expect(!kept.entries[0].isCancelled)
  }

  @Test(arguments: [LeftoverPolicy.error, .warning])
  func `each kind of issue can be a warning`(_ policy: LeftoverPolicy) async throws {
    let kept = Log<Resolver<Int>>()
    let trait = PromisesTrait.promises(
      timeLimit: .milliseconds(500), pending: policy, unhandled: policy, abandoned: policy)
    let found = try await issues(with: trait) {
      _ = Promise<Int>.pending()
      _ = Promise<Int>(error: TestError.one)
      kept(Promise<Int>.pending().resolver)
    }
    #expect(found.count == 3)
    #if compiler(>=6.3)
      #expect(found.allSatisfy { $0.isFailure == (policy == .error) })
    #endif
  }

  @Test func `a handled rejection is not an issue`() async throws {
    let found = try await issues {
      Promise<Int>(error: TestError.one).catch { _ in }
      let (promise, resolver) = Promise<Int>.pending()
      promise.cancel()
      #expect(resolver.isCancelled)
      await #expect(throws: TestError.two) { try await Promise<Int>(error: TestError.two).get() }
    }
    #expect(found.isEmpty)
  }

  // MARK: - The time limit

  @Test func `a canceled test throws CancellationError`() async throws {
    let kept = Log<Resolver<Int>>()
    let log = Log<String>()
    let task = Task {
      try await issues {
        let (promise, resolver) = Promise<Int>.pending()
        kept(resolver)
        do { try await promise.get() } catch {
          log("\(error)")
          throw error
        }
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.entries == ["CancellationError()"])
  }

  @Test func `a test that ignores pending promises still waits for handlers`() async throws {
    let kept = Log<Resolver<Int>>()
    let log = Log<String>()
    let queue = DispatchQueue(label: "PromisesTraitTests")
    let found = try await issues(with: .promises(timeLimit: .testLimit, pending: .ignore)) {
      kept(Promise<Int>.pending().resolver)
      queue.suspend()
      _ = Promise.value(1).done(on: queue) { _ in
        log("handler")
        throw TestError.one
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { queue.resume() }
    }
    #expect(log.entries == ["handler"])
    #expect(found.count == 1)
    kept.entries[0].fulfill(1)
  }

  // MARK: - A body that throws

  @Test func `a body that throws cancels its pending promises without an issue`() async throws {
    let kept = Log<Resolver<Int>>()
    let found = try await issues {
      await #expect(throws: TestError.one) {
        let test = try #require(Test.current)
        try await PromisesTrait.promises.provideScope(for: test, testCase: Test.Case.current) {
          kept(Promise<Int>.pending().resolver)
          throw TestError.one
        }
      }
    }
    // The pending promise is canceled but not reported, because the body was interrupted.
    #expect(found.isEmpty)
    #expect(kept.entries[0].isCancelled)
  }
}
