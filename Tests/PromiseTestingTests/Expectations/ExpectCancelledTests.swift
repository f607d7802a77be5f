import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// `expectCancelled`, which accepts every error that means cancellation.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ExpectCancelledTests {
  @Test(arguments: [CancellationError() as any Error, PromiseError.cancelled])
  func `a promise that is rejected with a cancellation error is canceled`(_ error: any Error) async throws {
    try await expectCancelled(Promise<Int>(error: error))
  }

  @Test func `another error does not count as a cancellation`() async throws {
    let failed = Promise<Int>(error: TestError.one)
    let message = try await expectationMessage { try await expectCancelled(failed, sourceLocation: $0) }
    #expect(message.hasPrefix("rejected with TestSupport.TestError.one"))
  }

  @Test func `the limit may be a Duration`() async throws {
    let limit: Duration = .milliseconds(20)
    let (pending, resolver) = Promise<Int>.pending()
    let text = "still pending after 20 ms; created at \(#fileID):\(#line - 1)"
    let message = try await expectationMessage {
      try await expectCancelled(pending, within: limit, sourceLocation: $0)
    }
    #expect(message.hasPrefix(text))
    resolver.fulfill(1)
    try await expectCancelled(Promise<Int>(error: CancellationError()), within: limit)
  }
}
