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

  @Test func `a limit may be a Duration`() async throws {
    let limit: Duration = .milliseconds(20)
    let (pending, resolver) = Promise<Int>.pending()
    try await expectPending(pending, for: limit)
    let text = "still pending after 20 ms; created at \(#fileID):\(#line - 2)"
    for message in [
      try await message { try await expectFulfilled(pending, within: limit, sourceLocation: $0) },
      try await message { try await expectRejected(pending, within: limit, sourceLocation: $0) },
      try await message { try await expectRejected(pending, throws: TestError.one, within: limit, sourceLocation: $0) },
      try await message { try await expectCancelled(pending, within: limit, sourceLocation: $0) },
    ] { #expect(message.hasPrefix(text)) }
    resolver.fulfill(1)
    #expect(try await expectFulfilled(pending, within: limit) == 1)
    let failed = Promise<Int>(error: TestError.one)
    #expect(try await expectRejected(failed, throws: TestError.self, within: limit) == .one)
    try await expectRejected(failed, throws: TestError.one, within: limit)
    try await expectCancelled(Promise<Int>(error: CancellationError()), within: limit)
    #expect(
      try await message { try await expectPending(failed, for: limit, sourceLocation: $0) }
        .hasPrefix("rejected with TestSupport.TestError.one"))
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
