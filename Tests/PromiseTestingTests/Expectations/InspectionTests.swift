import Dispatch
@testable import PromiseCore
@testable import PromiseTesting
import TestSupport
import Testing

/// What an expectation finds, and the message with which it fails.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct InspectionTests {
  @Test func `a failed expectation reports whether the promise is pending or fulfilled`() async throws {
    let line = #line + 1
    let (pending, resolver) = Promise<Int>.pending()
    let site = "created at \(#fileID):\(line)"
    #expect(
      try await expectationMessage { try await expectFulfilled(pending, within: .milliseconds(20), sourceLocation: $0) }
        == "still pending after 20 ms; \(site); it waits for its resolver; settle it or set a longer limit")
    #expect(
      try await expectationMessage {
        try await expectRejected(pending, within: .seconds(0), "the first", sourceLocation: $0)
      }
        == "the first: pending; \(site); it waits for its resolver; settle it or set a longer limit")
    #expect(
      try await expectationMessage {
        try await expectRejected(pending, throws: TestError.one, within: .seconds(0), sourceLocation: $0)
      }
        == "pending; \(site); it waits for its resolver; expected TestSupport.TestError.one; settle it or set a longer limit"
    )
    resolver.fulfill(3)
    #expect(
      try await expectationMessage { try await expectRejected(pending, sourceLocation: $0) }
        == "fulfilled with 3; \(site)")
    #expect(
      try await expectationMessage { try await expectPending(pending, sourceLocation: $0) }
        == "fulfilled with 3; \(site)")
    #expect(
      try await expectationMessage { try await expectCancelled(pending, sourceLocation: $0) }
        == "fulfilled with 3; \(site)")
  }

  @Test func `a failed expectation reports the error of the promise`() async throws {
    let line = #line + 1
    let failed = Promise<Int>(error: TestError.one)
    let site = "created at \(#fileID):\(line)"
    #expect(
      try await expectationMessage { try await expectFulfilled(failed, sourceLocation: $0) }
        == "rejected with TestSupport.TestError.one; \(site)")
    #expect(
      try await expectationMessage { try await expectRejected(failed, throws: PromiseError.self, sourceLocation: $0) }
        == "rejected with TestSupport.TestError.one; \(site); expected PromiseError")
    #expect(
      try await expectationMessage { try await expectRejected(failed, throws: TestError.two, sourceLocation: $0) }
        == "rejected with TestSupport.TestError.one; \(site); expected TestSupport.TestError.two")
    let cancelled = Promise<Int>(error: CancellationError())
    #expect(
      try await expectationMessage { try await expectRejected(cancelled, sourceLocation: $0) }
        .hasPrefix("canceled: rejected with Swift.CancellationError(); created"))
  }

  @Test func `the message of every form begins with the comment`() async throws {
    let (pending, resolver) = Promise<Int>.pending()
    let fulfilled = Promise.value(1)
    let (interval, duration) = (DispatchTimeInterval.seconds(0), Duration.zero)
    let forms: [@Sendable (Comment?, SourceLocation) async throws -> Void] = [
      { _ = try await expectFulfilled(pending, within: interval, $0, sourceLocation: $1) },
      { _ = try await expectFulfilled(pending, within: duration, $0, sourceLocation: $1) },
      { try await expectRejected(pending, within: interval, $0, sourceLocation: $1) },
      { try await expectRejected(pending, within: duration, $0, sourceLocation: $1) },
      { try await expectRejected(pending, throws: TestError.one, within: interval, $0, sourceLocation: $1) },
      { try await expectRejected(pending, throws: TestError.one, within: duration, $0, sourceLocation: $1) },
      { try await expectCancelled(pending, within: interval, $0, sourceLocation: $1) },
      { try await expectCancelled(pending, within: duration, $0, sourceLocation: $1) },
      { try await expectPending(fulfilled, for: interval, $0, sourceLocation: $1) },
      { try await expectPending(fulfilled, for: duration, $0, sourceLocation: $1) },
    ]
    for (index, form) in forms.enumerated() {
      let message = try await expectationMessage { try await form("the comment", $0) }
      #expect(message.hasPrefix("the comment: "), "form \(index)")
    }
    resolver.fulfill(1)
  }

  @Test func `an expectation does not wait for an abandoned guarantee`() async throws {
    let guarantee = silently { Guarantee<Int> { _ in } }
    #expect(
      try await expectationMessage { try await expectFulfilled(guarantee, sourceLocation: $0) }.contains(
        "was abandoned"))
  }

  @Test func `an expectation accepts a thenable of another library`() async throws {
    #expect(try await expectFulfilled(ForeignPromise(.success(5))) == 5)
    #expect(
      try await expectationMessage { try await expectRejected(ForeignPromise(.success(5)), sourceLocation: $0) }
        == "fulfilled with 5")
  }

  @Test func `an expectation that times out does not cancel its promise`() async throws {
    let (pending, resolver) = Promise<Int>.pending()
    _ = try await expectationMessage {
      try await expectFulfilled(pending, within: .milliseconds(1), sourceLocation: $0)
    }
    #expect(pending.isPending && !resolver.isCancelled)
    // The expectation is no longer a consumer, so the last consumer can cancel the promise.
    pending.map(on: nil) { $0 }.cancel()
    #expect(resolver.isCancelled)
  }

  @Test func `a blocking expectation that times out does not cancel its promise`() {
    let (pending, resolver) = Promise<Int>.pending()
    let inspection = pending.typed.blockingInspect(within: 0.001, CreationSite(#fileID, #line))
    #expect(inspection.message("").hasPrefix("still pending after 1 ms"))
    #expect(pending.isPending && !resolver.isCancelled && pending.any.observerCount == 0)
    // The thread is no longer a consumer, so the last consumer can cancel the promise.
    pending.map(on: nil) { $0 }.cancel()
    #expect(resolver.isCancelled)
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
      try await expectationMessage { try await expectFulfilled(promise, within: .milliseconds(1), sourceLocation: $0) }
        .hasSuffix(
          "; the manual clock is at 0.0 seconds; the next timer fires at 60.0 seconds; settle it or advance the clock"))
    promise.cancel()
  }
}
