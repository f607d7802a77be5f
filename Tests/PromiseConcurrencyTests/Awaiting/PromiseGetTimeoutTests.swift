import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `get(timeout:)`, which waits for a limited time.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseGetTimeoutTests {
  @Test func `a settled promise does not time out`() async throws {
    #expect(try await Promise.value(1).get(timeout: 0) == 1)
    #expect(try await Promise.value(1).get(timeout: .seconds(-1)) == 1)
    #expect(try await Guarantee.value(1).get(timeout: .nan) == 1)
    await #expect(throws: TestError.one) { try await Promise<Int>(error: TestError.one).get(timeout: 0) }
  }

  @Test(arguments: [0, -1, .nan, -Double.infinity])
  func `a pending promise times out immediately with a limit of zero, a negative limit or NaN`(
    _ seconds: Double
  ) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let isCancelled = Gate()
    resolver.onCancel { isCancelled.open() }
    await #expect(throws: PromiseError.timedOut) { try await promise.get(timeout: seconds) }
    // A timer that fires before the task has suspended ends the wait first and cancels the promise afterward.
    try await isCancelled.opened()
  }

  @Test func `a timeout does not cancel a promise with another consumer`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let handler = promise.map(on: nil) { $0 + 1 }
    await #expect(throws: PromiseError.timedOut) { try await promise.get(timeout: .milliseconds(1)) }
    #expect(!resolver.isCancelled)
    resolver.fulfill(1)
    #expect(handler.value == 2)
  }

  @Test func `a timeout does not cancel the promise if losers are spared`() async {
    let (promise, resolver) = Promise<Int>.pending()
    await #expect(throws: PromiseError.timedOut) { try await promise.get(timeout: 0.001, losers: .spare) }
    #expect(promise.isPending && !resolver.isCancelled)
    // The task has departed, so it does not prevent the cancellation of the promise by the remaining consumers.
    promise.map(on: nil) { $0 }.cancel()
    #expect(resolver.isCancelled)
  }

  @Test func `the timer is removed when the wait ends`() async throws {
    let clock = HandClock()
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task { try await promise.get(timeout: .seconds(5), clock: clock) }
    try await clock.slept(1)
    resolver.fulfill(1)
    #expect(try await task.value == 1)
    let (other, otherResolver) = Promise<Int>.pending()
    let cancelled = Task { try await other.get(timeout: .seconds(5), clock: clock) }
    try await clock.slept(2)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    try await clock.allAwake()
    otherResolver.fulfill(1)
  }

  @Test func `a canceled wait does not time out later`() async throws {
    let clock = HandClock()
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task { try await promise.get(timeout: .seconds(5), clock: clock) }
    try await clock.slept(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    clock.advance(by: .seconds(10))
    #expect(promise.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
  }

  @Test func `a wait with a time limit forwards cancellation with the policy forward`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let stage = Stage()
    let task = await stage.start { stage in try await promise.get(timeout: .infinity, cancellation: .forward) }
    await stage.allSuspended()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(resolver.isCancelled)
  }
}
