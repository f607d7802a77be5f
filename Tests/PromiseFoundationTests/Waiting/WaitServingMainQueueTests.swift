import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

/// `waitServingMainQueue` on other threads than the main thread.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct WaitServingMainQueueTests {
  @Test func `on another thread, it waits like wait`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    async let value = elsewhere { try promise.map { $0 + 1 }.waitServingMainQueue() }
    async let guaranteed = elsewhere { after(.milliseconds(1)).map { 3 }.waitServingMainQueue() }
    resolver.fulfill(1)
    #expect(try await [value, guaranteed] == [2, 3])
    await #expect(throws: TestError.one) {
      try await elsewhere { try Promise<Int>(error: TestError.one).waitServingMainQueue() }
    }
  }

  // trap: wait-for-abandoned-guarantee
  @Test func `waiting for an abandoned guarantee traps with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (guarantee, _) = Guarantee<Int>.pending()
      let wait = { guarantee.waitServingMainQueue() }
      _ = wait()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("was abandoned"))
  }
}

/// Runs a function that blocks on a thread of its own.
private func elsewhere<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}
