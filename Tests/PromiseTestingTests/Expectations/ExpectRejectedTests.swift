import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// `expectRejected`, which returns the error, in each of its forms.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ExpectRejectedTests {
  @Test func `a rejected promise yields its error`() async throws {
    #expect(try await expectRejected(Promise<Int>(error: TestError.one)) as? TestError == .one)
    #expect(try await expectRejected(Promise<Int>(error: TestError.one), throws: TestError.self) == .one)
    try await expectRejected(
      after(.milliseconds(1)).done { throw TestError.two }, throws: TestError.two, within: .testLimit)
    try await expectRejected(Promise<Int>(error: CancellationError()), throws: CancellationError.self)
  }

  @Test func `an expected error counts as handled`() async throws {
    let found = try await issues { try await expectRejected(Promise<Int>(error: TestError.one)) }
    #expect(found.isEmpty)
  }

  @Test func `the limit may be a Duration`() async throws {
    let limit: Duration = .milliseconds(20)
    let (pending, resolver) = Promise<Int>.pending()
    let text = "still pending after 20 ms; created at \(#fileID):\(#line - 1)"
    for message in [
      try await expectationMessage { try await expectRejected(pending, within: limit, sourceLocation: $0) },
      try await expectationMessage {
        try await expectRejected(pending, throws: TestError.one, within: limit, sourceLocation: $0)
      },
    ] { #expect(message.hasPrefix(text)) }
    resolver.fulfill(1)
    let failed = Promise<Int>(error: TestError.one)
    #expect(try await expectRejected(failed, throws: TestError.self, within: limit) == .one)
    try await expectRejected(failed, throws: TestError.one, within: limit)
  }
}
