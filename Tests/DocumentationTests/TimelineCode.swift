import Foundation
import PromiseConcurrency
import PromiseTracing
import TestSupport
import Testing

/// The code of the article on timelines.
@Suite(.sharingProcessors) struct TimelineCode {
  @Test func `a timeline is written when asked for`() async throws {
    await #expect(processExitsWith: .success) { try TimelinePrograms.record() }
  }

  @Test func `one of many requests is recorded`() async throws {
    await #expect(processExitsWith: .success) { try await TimelinePrograms.sample() }
  }
}

/// What the processes of the tests run.
private enum TimelinePrograms {
  static func record() throws {
    _ = FileManager.default.changeCurrentDirectoryPath(NSTemporaryDirectory())
    let timeline = PromiseTimeline()
    PromiseDiagnostics.timeline = timeline
    // … later:
    try timeline.write(to: "timeline.html")
    #expect(FileManager.default.fileExists(atPath: "timeline.html"))
  }

  static func sample() async throws {
    let router = Router()
    let timeline = PromiseTimeline()
    router.get("users") { request, _ in
      try await timeline.sample(oneIn: 100) { try await users(request) }
    }
    for _ in 0..<3_000 { try await router.call("users") }
    #expect(timeline.eventCount > 0 && timeline.eventCount < 1_000)
  }

  private static func users(_ request: String) async throws -> String { try await Promise.value(request).get() }
}

/// Calls functions for paths, as web frameworks do.
private final class Router {
  private var handlers: [String: (String, Int) async throws -> String] = [:]

  func get(_ path: String, _ handler: @escaping (String, Int) async throws -> String) { handlers[path] = handler }

  func call(_ path: String) async throws { _ = try await handlers[path]?("", 0) }
}
