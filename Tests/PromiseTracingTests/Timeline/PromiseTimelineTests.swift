// Also tests: TraceEvents, TimelinePage, TimelinePage+template, Signposts.

import CPromiseTracing
import Dispatch
import Foundation
import PromiseConcurrency
import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// What promises did, and the files that show it.
@Suite(.sharingProcessors) struct PromiseTimelineTests {
  /// Records what `body` does with promises.
  private func recording(
    capacity: Int = PromiseTimeline.defaultCapacity, _ body: @Sendable () async throws -> Void
  ) async throws -> PromiseTimeline {
    let timeline = PromiseTimeline(capacity: capacity)
    try await silently { try await timeline.sample(body) }
    return timeline
  }

  private func history(_ timeline: PromiseTimeline) -> TimelineHistory {
    TimelineHistory(timeline.contents.events, labels: timeline.contents.labels, end: 0)
  }

  /// The events of a timeline in the Trace Event format.
  private func traceEvents(_ timeline: PromiseTimeline) throws -> [[String: Any]] {
    let object = try JSONSerialization.jsonObject(with: Data(timeline.traceEvents))
    return try #require((object as? [String: Any])?["traceEvents"] as? [[String: Any]])
  }

  private static func run() async throws {
    let queue = DispatchQueue(label: "requests")
    let (promise, resolver) = Promise<Int>.pending()
    let sum = promise.map(on: queue) { $0 + 1 }.then(on: nil) { Promise.value($0) }
    let failed = promise.map(on: queue) { _ -> Int in throw TestError.one }.recover(on: nil) { _ in .value(0) }
    let canceled = Promise<Int>.pending()
    canceled.promise.cancel()
    let both = when(fulfilled: sum, failed)
    queue.async { resolver.fulfill(1) }
    _ = try await both.get()
  }

  @Test func `a program is recorded with what caused what`() async throws {
    let history = try await history(recording { try await Self.run() })
    let promises = history.promises.values.sorted { $0.number < $1.number }
    #expect(
      promises.map(\.operation).sorted()
        == ["map", "map", "pending", "pending", "recover", "then", "value", "value", "when(fulfilled:)"])
    #expect(promises.allSatisfy { $0.settled != nil && $0.created != nil && $0.created! <= $0.settled! })
    let names = Dictionary(promises.map { ($0.number, $0.operation) }, uniquingKeysWith: { $1 })
    let causes = Set(
      promises.flatMap { promise in promise.causes.map { "\(names[$0] ?? "?") → \(promise.operation)" } })
    #expect(
      causes.isSuperset(of: [
        "pending → map", "map → then", "map → recover", "then → when(fulfilled:)", "recover → when(fulfilled:)",
      ]),
      "\(causes)")
    #expect(promises.count { $0.outcome == .canceled } == 1 && promises.count { $0.outcome == .rejected } == 1)
    #expect(history.handlers.count { $0.executor == "requests" && $0.end != nil } == 2)
    #expect(history.waits.count <= 1 && history.waits.allSatisfy { $0.end != nil })
  }

  @Test func `the Trace Event format has balanced slices and arrows`() async throws {
    let all = try traceEvents(try await recording { try await Self.run() })
    func events(_ phase: String, _ category: String) -> [[String: Any]] {
      all.filter { $0["ph"] as? String == phase && $0["cat"] as? String == category }
    }
    func ids(_ phase: String, _ category: String) -> [Int] {
      events(phase, category).compactMap { event in
        event["id"] as? Int ?? (event["id2"] as? [String: String])?["local"].flatMap { Int($0) }
      }.sorted()
    }
    #expect(events("b", "promise").count == 9)
    for category in ["promise", "wait"] {
      #expect(ids("b", category) == ids("e", category))
      #expect(ids("b", category).count == events("b", category).count)
    }
    #expect(ids("s", "cause") == ids("f", "cause") && !ids("s", "cause").isEmpty)
    #expect(Set(ids("s", "cause")).count == ids("s", "cause").count)
    #expect(events("X", "handler").allSatisfy { $0["dur"] is Double && $0["ts"] is Double && $0["tid"] is Int })
    #expect(events("i", "mark").contains { ($0["name"] as? String)?.hasPrefix("canceled: pending") == true })
    let names = all.filter { $0["ph"] as? String == "M" }.compactMap { $0["name"] as? String }
    #expect(names.first == "process_name" && names.contains("thread_name"))
    let outcomes = events("e", "promise").compactMap { ($0["args"] as? [String: Any])?["outcome"] as? String }
    #expect(Set(outcomes) == ["fulfilled", "rejected: TestError", "canceled"])
  }

  @Test func `a page contains its data`() async throws {
    let page = String(decoding: try await recording { try await Self.run() }.page, as: UTF8.self)
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("</html>"))
    let start = try #require(page.range(of: "const data =")), end = try #require(page.range(of: "\n;\nconst style"))
    let object = try JSONSerialization.jsonObject(with: Data(page[start.upperBound..<end.lowerBound].utf8))
    let data = try #require(object as? [String: Any])
    func count(_ name: String) -> Int? { (data[name] as? [Any])?.count }
    #expect(count("promises") == 9 && count("handlers") == 4 && (count("waits") ?? 2) <= 1)
    #expect(((data["executors"] as? [[String]])?.contains(["requests"])) == true)
    #expect(!page.contains("https://") && !page.contains("src="))  // no other file
  }

  @Test func `old events are replaced, and counted`() async throws {
    let timeline = try await recording(capacity: 4_096) {
      for _ in 0..<2_000 { _ = Promise.value(1).map(on: nil) { $0 } }
    }
    #expect(timeline.eventCount == 4_096 && timeline.droppedCount > 4_096)
    #expect(try traceEvents(timeline).count > 1_000)
  }

  @Test func `what is derived from a sample is recorded`() async throws {
    let timeline = PromiseTimeline()
    for _ in 0..<2 {
      try await silently {
        let promise = await timeline.sample { Promise.value(1).map(on: nil) { $0 } }
        #expect(promise.any.isRecorded && promise.map(on: nil) { $0 }.any.isRecorded)
        let value = try await promise.get()
        #expect(value == 1)
      }
    }
    #expect(history(timeline).promises.count == 6)
  }

  @Test func `about one of several calls is recorded`() async {
    let timeline = PromiseTimeline()
    let count = await silently {
      var count = 0
      for _ in 0..<8_000 where await timeline.sample(oneIn: 4, { Promise.value(1).any.isRecorded }) { count += 1 }
      return count
    }
    #expect(abs(count - 2_000) < 400)  // ten standard deviations
  }

  @Test(arguments: [Int.min, 0, 1])
  func `with one in one call or less, every call is recorded`(_ count: Int) async {
    let timeline = PromiseTimeline()
    let isRecorded = await silently { await timeline.sample(oneIn: count) { Promise.value(1).any.isRecorded } }
    #expect(isRecorded)
  }

  @Test func `the promises of several tests are told apart`() async {
    await #expect(processExitsWith: .success) { TimelineProgram.recordsTests() }
  }

  @Test func `what is not part of a sample belongs to no context`() async throws {
    await #expect(processExitsWith: .success) { try await TimelineProgram.samples() }
  }

  @Test func `a timeline can be recorded by several threads`() async throws {
    let timeline = try await recording(capacity: 100_000) {
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        for _ in 0..<500 { _ = Promise.value(1).map(on: nil) { $0 + 1 } }
      }
    }
    let history = history(timeline)
    #expect(history.promises.values.count { $0.settled != nil } == history.promises.count)
  }

  @Test func `of a queue for each request, the first labels are kept`() {
    let timeline = PromiseTimeline(capacity: 32_768)
    let other = DispatchQueue(label: "the last one")
    for number in 0..<10_010 {
      timeline.recordHandler(of: 0, on: .queue(DispatchQueue(label: "queue \(number)")), isRunning: true)
    }
    timeline.recordHandler(of: 0, on: .queue(other), isRunning: true)
    let labels = timeline.contents.labels
    #expect(labels.count == 10_001 && labels[9_999] == "queue 9999" && labels.last == "other queues")
    #expect(history(timeline).handlers.last?.executor == "other queues")
  }

  @Test(arguments: ["timeline.json.gz", "2"])
  func `a value of PROMISES_TRACE that is not known is reported`(_ value: String) async {
    let result =
      value == "2"
      ? await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { promise_tracing_apply("2") }
      : await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        promise_tracing_apply("timeline.json.gz")
      }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("PROMISES_TRACE=\(value) asks for nothing that PromiseTracing knows"))
  }

  @Test func `the values of PROMISES_TRACE set the level, and no other does`() async {
    await #expect(processExitsWith: .success) { TimelineProgram.appliesValues() }
  }

  @Test func `a file that cannot be written is an error with its path`() {
    let error = #expect(throws: PromiseTimelineError.self) {
      try PromiseTimeline().write(to: "/nonexistent/timeline.json")
    }
    #expect(error?.path == "/nonexistent/timeline.json" && error?.reason == "No such file or directory")
    #expect(error?.description.contains("/nonexistent/timeline.json: No such file") == true)
  }

  @Test func `the timeline of a process records its promises, until it is removed`() async {
    await #expect(processExitsWith: .success) { try TimelineProgram.records() }
  }

  @Test(arguments: ["json", "html"])
  func `a process writes the timeline for which its environment asks when it exits`(_ kind: String) async throws {
    let path = NSTemporaryDirectory() + "timeline-test.\(kind)"
    try? FileManager.default.removeItem(atPath: path)
    if kind == "json" {
      await #expect(processExitsWith: .success) { TimelineProgram.exits(writing: "json") }
    } else {
      await #expect(processExitsWith: .success) { TimelineProgram.exits(writing: "html") }
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("map PromiseTimelineTests.swift:"))
  }
}

/// What the processes of the tests run.
private enum TimelineProgram {
  static func records() throws {
    let timeline = PromiseTimeline()
    PromiseDiagnostics.timeline = timeline
    #expect(PromiseDiagnostics.timeline === timeline)
    _ = Promise.value(1).map(on: nil) { $0 }
    let count = timeline.eventCount
    #expect(count > 4)
    PromiseDiagnostics.timeline = nil
    _ = Promise.value(1).map(on: nil) { $0 }
    #expect(timeline.eventCount == count && PromiseDiagnostics.timeline == nil)
  }

  static func samples() async throws {
    // A process without PromiseTesting.
    promise_tracing_set_testing(false)
    PromiseContext.isInstrumented = false
    let timeline = PromiseTimeline()
    let recorded = await timeline.sample { Promise.value(1) }
    #expect(recorded.any.isRecorded)
    let other = Promise.value(1)
    #expect(other.context == nil && other.map(on: nil) { $0 }.context == nil)
    // An inline handler of other code does not belong to the sample that settles its promise.
    let (promise, resolver) = Promise<Int>.pending()
    let created = promise.map(on: nil) { _ in Promise.value(1).context == nil }
    await timeline.sample { resolver.fulfill(1) }
    let isOutside = try await created.get()
    #expect(isOutside)
  }

  static func recordsTests() {
    let timeline = PromiseTimeline()
    PromiseDiagnostics.timeline = timeline
    for _ in 0..<3 {
      let context = PromiseContext(recorder: PromiseRegistry(recordsAlways: true))
      PromiseContext.$current.withValue(context) {
        _ = Promise<Int>(error: TestError.one).recover(on: nil) { _ in .value(1) }
      }
    }
    let history = TimelineHistory(timeline.contents.events, labels: [], end: 0)
    #expect(history.promises.count == 9 && history.promises.values.count { $0.outcome == .rejected } == 3)
    #expect(history.handlers.count == 3)
    #expect(history.handlers.allSatisfy { history.promises[$0.promise]?.operation == "recover" })
  }

  static func appliesValues() {
    for (value, level) in [
      ("", 0), ("0", 0), ("Off", 0), ("sites", 1), ("SITES", 1), ("a.html", 1), ("a.JSON", 1), ("1", 2), ("yes", 2),
      ("callStacks", 2),
    ] {
      promise_tracing_set_level(0)
      promise_tracing_set_has_timeline(false)
      promise_tracing_apply(value)
      #expect(promise_tracing_level() == level && promise_tracing_has_timeline() == value.hasPrefix("a."), "\(value)")
    }
  }

  static func exits(writing kind: String) {
    setenv("PROMISES_TRACE", NSTemporaryDirectory() + "timeline-test.\(kind)", 1)
    promise_tracing_set_has_timeline(true)
    _ = Promise.value(1).map(on: nil) { $0 }
    exit(0)
  }
}
