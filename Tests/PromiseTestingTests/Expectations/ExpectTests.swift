import Dispatch
import PromiseTesting
import TestSupport
import Testing

@Suite(.promises(timeLimit: .testLimit)) struct ExpectTests {
  /// Returns the message of an expectation that fails at `line`.
  private func message(
    line: Int = #line, _ body: @escaping @Sendable (SourceLocation) async throws -> Void
  ) async throws -> String {
    let location = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
    let found = try await collectIssues {
      await #expect(throws: ExpectationFailedError.self) { try await body(location) }
    }
    #expect(found.map(\.line) == [line])
    return try #require(found.first).text
  }

  @Test func `a successful expectation returns the value or the error`() async throws {
    #expect(try await expectFulfilled(after(.milliseconds(1)).map { 1 }, within: .testLimit) == 1)
    #expect(try await expectFulfilled(Promise<Int?>.value(nil)) == nil)
    #expect(try await expectRejected(Promise<Int>(error: TestError.one)) as? TestError == .one)
    #expect(try await expectRejected(Promise<Int>(error: TestError.one), throws: TestError.self) == .one)
    try await expectRejected(
      after(.milliseconds(1)).done { throw TestError.two }, throws: TestError.two, within: .testLimit)
    try await expectRejected(Promise<Int>(error: CancellationError()), throws: CancellationError.self)
    try await expectCancelled(Promise<Int>(error: CancellationError()))
    let (pending, resolver) = Promise<Int>.pending()
    try await expectPending(pending)
    try await expectPending(pending, for: .milliseconds(2))
    resolver.fulfill(1)
  }

  @Test func `an expected error counts as handled`() async throws {
    let found = try await issues { try await expectRejected(Promise<Int>(error: TestError.one)) }
    #expect(found.isEmpty)
  }

  @Test func `a failed expectation reports whether the promise is pending or fulfilled`() async throws {
    let line = #line + 1
    let (pending, resolver) = Promise<Int>.pending()
    let site = "created at \(#fileID):\(line)"
    #expect(
      try await message { try await expectFulfilled(pending, within: .milliseconds(20), sourceLocation: $0) }
        == "still pending after 20 ms; \(site); it waits for its resolver; settle it or set a longer limit")
    #expect(
      try await message { try await expectRejected(pending, within: .seconds(0), "the first", sourceLocation: $0) }
        == "the first: pending; \(site); it waits for its resolver; settle it or set a longer limit")
    #expect(
      try await message {
        try await expectRejected(pending, throws: TestError.one, within: .seconds(0), sourceLocation: $0)
      }
        == "pending; \(site); it waits for its resolver; expected TestSupport.TestError.one; settle it or set a longer limit"
    )
    resolver.fulfill(3)
    #expect(
      try await message { try await expectRejected(pending, sourceLocation: $0) } == "fulfilled with 3; \(site)")
    #expect(try await message { try await expectPending(pending, sourceLocation: $0) } == "fulfilled with 3; \(site)")
    #expect(try await message { try await expectCancelled(pending, sourceLocation: $0) } == "fulfilled with 3; \(site)")
  }

  @Test func `a failed expectation reports the error of the promise`() async throws {
    let line = #line + 1
    let failed = Promise<Int>(error: TestError.one)
    let site = "created at \(#fileID):\(line)"
    #expect(
      try await message { try await expectFulfilled(failed, sourceLocation: $0) }
        == "rejected with TestSupport.TestError.one; \(site)")
    #expect(
      try await message { try await expectRejected(failed, throws: PromiseError.self, sourceLocation: $0) }
        == "rejected with TestSupport.TestError.one; \(site); expected PromiseError")
    #expect(
      try await message { try await expectRejected(failed, throws: TestError.two, sourceLocation: $0) }
        == "rejected with TestSupport.TestError.one; \(site); expected TestSupport.TestError.two")
    let cancelled = Promise<Int>(error: CancellationError())
    #expect(
      try await message { try await expectRejected(cancelled, sourceLocation: $0) }
        .hasPrefix("canceled: rejected with Swift.CancellationError(); created"))
  }

  @Test func `an expectation does not wait for an abandoned guarantee`() async throws {
    let guarantee = silently { Guarantee<Int> { _ in } }
    #expect(try await message { try await expectFulfilled(guarantee, sourceLocation: $0) }.contains("was abandoned"))
  }

  @Test func `an expectation accepts a thenable of another library`() async throws {
    #expect(try await expectFulfilled(ForeignPromise(.success(5))) == 5)
    #expect(
      try await message { try await expectRejected(ForeignPromise(.success(5)), sourceLocation: $0) }
        == "fulfilled with 5")
  }

  @Test func `an expectation that times out does not cancel its promise`() async throws {
    let (pending, resolver) = Promise<Int>.pending()
    _ = try await message {
      try await expectFulfilled(pending, within: .milliseconds(1), sourceLocation: $0)
    }
    #expect(pending.isPending)
    resolver.fulfill(1)
  }

  @Test func `a canceled task does not wait`() async throws {
    let (pending, resolver) = Promise<Int>.pending()
    let task = Task { try await expectFulfilled(pending, within: .seconds(1_000)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    resolver.fulfill(1)
  }

  @Test(.promises(time: .manual)) func `a failed expectation reports the time of the manual clock`() async throws {
    let promise = after(seconds: 60).done {}
    #expect(
      try await message { try await expectFulfilled(promise, within: .milliseconds(1), sourceLocation: $0) }
        .hasSuffix(
          "; the manual clock is at 0.0 seconds; the next timer fires at 60.0 seconds; settle it or advance the clock"))
    promise.cancel()
  }
}

struct PromisesSettledTests {
  @Test(.promises(timeLimit: .testLimit)) func `promisesSettled waits for handlers that are in flight`() async {
    let log = Log<Int>()
    after(.milliseconds(2)).done(on: .global()) { log(1) }.done(on: .global()) { log(2) }.catch { _ in }
    #expect(await promisesSettled(timeout: .testLimit))
    #expect(log.entries == [1, 2])
  }

  @Test(
    .promises(timeLimit: .testLimit),
    arguments: [.seconds(0), .seconds(-1), .milliseconds(2)] as [DispatchTimeInterval])
  func `promisesSettled returns false after the timeout`(_ limit: DispatchTimeInterval) async {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(!(await promisesSettled(timeout: limit)))
    resolver.fulfill(1)
    #expect(await promisesSettled(timeout: .seconds(.max)))
    #expect(promise.isFulfilled)
  }

  @Test(.promises(timeLimit: .testLimit)) func `a canceled task does not wait`() async {
    let (_, resolver) = Promise<Int>.pending()
    let task = Task { await promisesSettled(timeout: .seconds(1_000)) }
    task.cancel()
    #expect(!(await task.value))
    resolver.fulfill(1)
  }

  @Test(.promises(timeLimit: .testLimit, order: .shuffled(seeds: 0..<5)))
  func `promisesSettled works in a shuffled order`() async {
    let log = Log<Int>()
    for number in 0..<5 { Promise.value(number).done(on: .global()) { log($0) }.catch { _ in } }
    #expect(await promisesSettled(timeout: .testLimit))
    #expect(log.count == 5)
  }
}

struct PromisesLeftAliveTests {
  private final class Model: Sendable {
    static let line = #line + 4
    let kept = Log<any Sendable>()

    func load(leaks: Bool) -> Promise<Int> {
      let promise = after(.milliseconds(1)).then(on: .global()) { Promise.value(1) }
      if leaks { promise.done(on: .global()) { _ in self.kept(promise) }.catch { _ in } }
      return promise
    }
  }

  private func check() async throws {
    #expect(try await promisesLeftAlive { _ = try await Model().load(leaks: false).get() }.isEmpty)
    let model = Model()
    let left = try await promisesLeftAlive {
      model.kept(Promise<Int>.pending().resolver)
      _ = try await model.load(leaks: true).get()
    }
    #expect(left.map(\.isPending) == [true, false])
    #expect(left.map(\.file) == [#fileID, #fileID])
    #expect(left.map(\.line) == [#line - 5, Model.line])
    #expect("\(left[0])" == "\(#fileID):\(#line - 6) (pending)")
    #expect("\(left[1])".hasSuffix("(settled)"))
    model.kept.entries.compactMap { $0 as? Resolver<Int> }.first?.fulfill(1)
  }

  @Test(.promises(timeLimit: .testLimit)) func `leaks are found in a test with a context`() async throws {
    try await check()
  }

  @Test func `leaks are found in a test without a context`() async throws { try await check() }

  private func checkBlocking() {
    let kept = Log<any Sendable>()
    let left = promisesLeftAlive {
      Promise.value(1).done(on: .global()) { kept($0) }.catch { _ in }
      kept(Promise.value(2).map(on: .global()) { $0 })
    }
    #expect(left.map(\.isPending) == [false])
  }

  @Test(.promises(timeLimit: .testLimit)) func `leaks are found in a test that is not async`() { checkBlocking() }

  @Test(.promises(timeLimit: .testLimit, order: .shuffled(seeds: 0..<3)))
  func `leaks are found in a shuffled order`() {
    checkBlocking()
  }

  @Test @MainActor func `leaks are found on the main actor in a test that is not async`() {
    let kept = Log<any Sendable>()
    let left = promisesLeftAlive { kept(Promise.value(2).map { $0 }) }
    #expect(left.map(\.isPending) == [false])
  }

  @Test func `outside of tests events go to the diagnostics handler of the process`() async {
    // The test needs its own process, because all tests of a process share the diagnostics handler.
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      PromiseDiagnostics.handler = { log("\($0)") }
      let left = await promisesLeftAlive { _ = Promise<Int>(error: TestError.one) }
      #expect(left.isEmpty && log.count == 1)
    }
  }

  @Test func `promisesLeftAlive rethrows the error of its body`() async {
    await #expect(throws: TestError.one) { _ = try await promisesLeftAlive { throw TestError.one } }
  }
}
