import Dispatch
import PromiseTesting
import TestSupport
import Testing

/// `expectPending`, which waits for as long as the promise must stay pending.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ExpectPendingTests {
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

  @Test func `without a manual clock, expectPending does not wait for handlers`() async throws {
    let queue = DispatchQueue(label: "ExpectPendingTests", attributes: .initiallyInactive)
    let promise = Promise.value(1).map(on: queue) { $0 }
    try await expectPending(promise)
    queue.activate()
    #expect(try await promise.get() == 1)
  }

  @Test(.promises(time: .manual))
  func `with a manual clock, expectPending waits for handlers in flight`() async throws {
    let queue = DispatchQueue(label: "ExpectPendingTests", attributes: .initiallyInactive)
    let promise = Promise.value(1).map(on: queue) { $0 }
    let stage = Stage()
    let text = await stage.start { _ in
      try await expectationMessage { try await expectPending(promise, sourceLocation: $0) }
    }
    await stage.allSuspended()
    queue.activate()
    #expect(try await text.value.hasPrefix("fulfilled with 1"))
  }
}
