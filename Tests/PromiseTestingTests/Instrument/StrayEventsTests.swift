// Also tests: PromiseCore/StrayPromiseObserver.

import Dispatch
import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTesting
@testable import PromiseTracing

/// Tests of promises that belong to no test, in a context of their own instead of the one that all tests share.
@Suite(.sharingProcessors) struct StrayEventsTests {
  private let reports = Log<String>()
  private let context: PromiseContext
  private let events: StrayEvents
  private let run = TestInstrument()
  private let other = TestInstrument()

  init() {
    context = PromiseContext(recorder: PromiseRegistry(recordsAlways: true)) { [reports] in reports("\($0)") }
    events = StrayEvents(in: context)
  }

  /// Runs `body` as a detached task of a test does: its promises belong to no test.
  private func detached<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await Task.detached { [context] in PromiseContext.$current.withValue(context, operation: body) }.value
  }

  private func dropError() async { await detached { _ = Promise<Int>(error: TestError.one) } }

  /// The number of events that the first run owns.
  private var ownedCount: Int { events.takeEvents(of: run).count }

  @Test func `a run that is alone owns the events of stray promises`() async {
    events.runStarted(run)
    await dropError()
    await detached { _ = Promise<Int> { _ in } }
    await detached { _ = Guarantee<Int>.pending() }
    let found = events.takeEvents(of: run).map { "\($0)" }
    #expect(found.count == 3 && found == reports.entries)
    #expect(ownedCount == 0)
  }

  @Test func `a run owns nothing while another run is active`() async {
    events.runStarted(other)
    events.runStarted(run)
    await dropError()
    #expect(ownedCount == 0)
    events.runEnded()
    await dropError()
    #expect(events.takeEvents(of: other).isEmpty)
    #expect(reports.count == 2)
  }

  @Test func `a run loses its events when another run starts`() async {
    events.runStarted(run)
    await dropError()
    events.runStarted(other)
    await dropError()
    #expect(ownedCount == 0)
    #expect(events.takeEvents(of: other).isEmpty)
  }

  @Test func `a run that follows another one is alone`() async {
    events.runStarted(other)
    await dropError()
    events.runEnded()
    await dropError()
    #expect(events.takeEvents(of: other).isEmpty)
    events.runStarted(run)
    await dropError()
    #expect(ownedCount == 1)
  }

  @Test func `a run does not own the events of promises that were created earlier`() async {
    // Not the result of the task, which the task may retain a little longer.
    let kept = Lock<Promise<Int>?>(nil)
    await detached { kept.withLock { $0 = Promise(error: TestError.one) } }
    events.runStarted(run)
    await detached { _ = kept.withLock { $0.take() } }
    #expect(reports.count == 1)
    #expect(ownedCount == 0)
  }

  @Test func `a run that starts while a stray promise is pending owns nothing`() async {
    let (promise, resolver) = await detached { Promise<Int>.pending() }
    events.runStarted(run)
    await detached {
      _ = promise.done(on: nil) { _ in throw TestError.one }
      resolver.fulfill(1)
    }
    #expect(reports.count == 1)
    #expect(ownedCount == 0)
  }

  @Test func `a run owns nothing after a test without the trait has created a promise`() async {
    events.runStarted(run)
    await dropError()
    PromiseContext.$current.withValue(context) { _ = Promise.value(1) }
    await dropError()
    #expect(ownedCount == 0)
    #expect(reports.count == 2)
  }

  @Test func `a run waits for the rejection of its stray promises`() async {
    events.runStarted(run)
    await detached { _ = after(.milliseconds(5)).done(on: nil) { throw TestError.one } }
    await events.waitForEvents(of: run)
    #expect(ownedCount == 1)
  }

  @Test func `tests that overlap fail for no stray promise`() async throws {
    let (isRunning, mayEnd) = (Gate(), Gate())
    async let other = issues {
      isRunning.open()
      try await mayEnd.opened()
    }
    try await isRunning.opened()
    let found = try await issues { await Task.detached { _ = Promise<Int>(error: TestError.one) }.value }
    mayEnd.open()
    #expect(found.isEmpty)
    #expect(try await other.isEmpty)
  }
}
