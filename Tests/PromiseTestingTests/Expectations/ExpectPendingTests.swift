import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// `expectPending`, which waits for as long as the promise must stay pending.
@Suite(.promises(timeLimit: .testLimit)) struct ExpectPendingTests {
  @Test func `a pending promise may be observed for a time`() async throws {
    let (pending, resolver) = Promise<Int>.pending()
    try await expectPending(pending)
    try await expectPending(pending, for: .milliseconds(2))
    resolver.fulfill(1)
  }

  @Test func `the time may be a Duration`() async throws {
    let time: Duration = .milliseconds(20)
    let (pending, resolver) = Promise<Int>.pending()
    try await expectPending(pending, for: time)
    resolver.fulfill(1)
    let failed = Promise<Int>(error: TestError.one)
    let message = try await expectationMessage { try await expectPending(failed, for: time, sourceLocation: $0) }
    #expect(message.hasPrefix("rejected with TestSupport.TestError.one"))
  }
}
