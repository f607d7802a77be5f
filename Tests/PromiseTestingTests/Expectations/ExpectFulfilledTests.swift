import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// `expectFulfilled`, which returns the value.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ExpectFulfilledTests {
  @Test func `a fulfilled promise yields its value`() async throws {
    #expect(try await expectFulfilled(after(.milliseconds(1)).map { 1 }, within: .testLimit) == 1)
    #expect(try await expectFulfilled(Promise<Int?>.value(nil)) == nil)
  }

  @Test func `the limit may be a Duration`() async throws {
    let limit: Duration = .milliseconds(20)
    let (pending, resolver) = Promise<Int>.pending()
    let text = "still pending after 20 ms; created at \(#fileID):\(#line - 1)"
    let message = try await expectationMessage {
      try await expectFulfilled(pending, within: limit, sourceLocation: $0)
    }
    #expect(message.hasPrefix(text))
    resolver.fulfill(1)
    #expect(try await expectFulfilled(pending, within: limit) == 1)
  }
}
