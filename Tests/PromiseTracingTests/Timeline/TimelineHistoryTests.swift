import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// What a timeline shows of the events in it.
@Suite(.sharingProcessors) struct TimelineHistoryTests {
  private let site = CreationSite("App/Main.swift", 7, function: "map(_:file:line:)")

  /// Puts events together, one every 10 ns, the first at 1,000 ns.
  private func history(
    _ events: [(promise: Int, thread: UInt32, content: TimelineEvent.Content)], end: UInt64 = 0
  ) -> TimelineHistory {
    var ring = EventRing(capacity: 4_096)
    for (index, event) in events.enumerated() {
      ring.append(
        TimelineEvent(
          time: UInt64(1_000 + 10 * index), promise: event.promise, thread: event.thread, content: event.content))
    }
    return TimelineHistory(ring, labels: ["requests", ""], end: end)
  }

  @Test func `a promise has its site, its times and its outcome`() throws {
    let history = history([
      (0, 1, .created(site, nil)),
      (1, 2, .created(site, .fulfilled)),
      (0, 2, .settled(site, .rejected, error: TimelineEvent.TypeReference(of: TestError.one))),
      (0, 2, .awaited(1)),
    ])
    let promise = try #require(history.promises[1])
    #expect(promise.name == "map Main.swift:7" && promise.outcomeText == "rejected: TestError")
    #expect(promise.created == 0 && promise.settled == 20 && promise.causes == [2] && promise.thread == 2)
    #expect(history.promises[2]?.settled == 10 && history.promises[2]?.outcomeText == "fulfilled")
    #expect(history.threads == [1, 2] && history.duration == 30)
  }

  @Test func `a handler runs on its thread, after it has waited on its executor`() throws {
    let history = history([
      (0, 1, .handlerEnqueued(on: .queue(0))), (0, 2, .handlerStarted(on: .queue(0))),
      (1, 2, .handlerStarted(on: .inline)), (1, 2, .handlerReturned), (0, 2, .handlerReturned),
      (2, 3, .handlerStarted(on: .queue(1))), (3, 1, .handlerStarted(on: .main)),
      (3, 1, .handlerReturned), (4, 1, .handlerStarted(on: .actor(TimelineEvent.TypeReference(of: "text")))),
    ])
    let handlers = history.handlers
    #expect(handlers.map(\.promise) == [1, 2, 3, 4, 5])
    #expect(
      handlers.map(\.executor) == [
        "requests", "inline", "a queue without a label", "the main queue", "the actor String",
      ])
    #expect(handlers[0].enqueued?.time == 0 && handlers[0].enqueued?.thread == 1 && handlers[1].enqueued == nil)
    #expect(handlers.map(\.start) == [10, 20, 50, 60, 80] && handlers.map(\.end) == [40, 30, nil, 70, nil])
  }

  @Test func `waits, attempts and ends are shown`() {
    let history = history([
      (0, 1, .created(site, nil)), (0, 1, .waitBegan), (0, 2, .waitBegan), (0, 1, .waitEnded),
      (0, 1, .attempt(1, isRunning: true)), (0, 1, .attempt(2, isRunning: false)),
      (0, 1, .settled(site, .canceled, error: nil)), (0, 1, .contradicted),
      (1, 1, .created(site, nil)), (1, 1, .deallocated),
      (2, 1, .created(site, nil)), (2, 1, .settled(site, .abandoned, error: nil)), (2, 1, .deallocated),
    ])
    #expect(history.waits.map(\.end) == [nil, 30])
    #expect(
      history.marks.map(\.text) == [
        "attempt 1 begins", "attempt 2 will follow", "canceled", "contradictory outcome", "abandoned",
      ])
    #expect(history.promises[2]?.outcomeText == "released while pending" && history.promises[2]?.dropped == 90)
    #expect(history.promises[3]?.dropped == nil)
  }

  @Test func `what began before the first event is shown as far as it is known`() {
    let history = history([
      (0, 1, .handlerReturned), (0, 1, .waitEnded), (0, 1, .settled(site, .fulfilled, error: nil)),
      (1, 1, .deallocated), (2, 1, .awaited(0)),
    ])
    #expect(history.handlers.isEmpty && history.waits.isEmpty && history.promises.keys.sorted() == [1])
    #expect(history.promises[1]?.created == nil && history.promises[1]?.name == "map Main.swift:7")
  }

  @Test func `a promise that is created rejected is rejected`() {
    let history = history([(0, 1, .created(site, .rejected))])
    #expect(history.promises[1]?.outcomeText == "rejected" && history.promises[1]?.settled == 0)
  }

  @Test func `a timeline ends now if something has not ended, and else with its last event`() {
    let created = (promise: 0, thread: UInt32(1), content: TimelineEvent.Content.created(site, nil))
    let settled = (promise: 0, thread: UInt32(1), content: TimelineEvent.Content.settled(site, .fulfilled, error: nil))
    #expect(history([created], end: 5_000).duration == 4_000)
    #expect(history([created, settled], end: 5_000).duration == 10)
    #expect(history([created, settled, (0, 1, .handlerStarted(on: .inline))], end: 5_000).duration == 4_000)
    #expect(history([created, settled, (0, 1, .waitBegan)], end: 5_000).duration == 4_000)
    #expect(history([created, (0, 1, .deallocated)], end: 5_000).duration == 10)
  }

  @Test func `a timeline begins at the time of day of its first event`() {
    var ring = EventRing(capacity: 1)
    ring.append(TimelineEvent(time: 5_000_000, promise: 0, thread: 1, content: .waitBegan))
    #expect(TimelineHistory(ring, labels: [], end: 8_000_000, timeOfDay: 1_000).startTime == 997)
    #expect(TimelineHistory(ring, labels: [], end: 8_000_000, timeOfDay: 0).startTime == 0)
  }

  @Test func `an empty timeline has an empty history`() {
    let history = history([], end: 5_000)
    #expect(history.promises.isEmpty && history.duration == 0 && history.threads.isEmpty)
  }
}
