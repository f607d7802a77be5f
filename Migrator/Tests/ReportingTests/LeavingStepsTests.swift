import Foundation
import PromiseSyntax
import SourceEditing
import Testing

@testable import Reporting

/// The module of the article "How do I leave this library?", before and after each step.
@Suite struct LeavingStepsTests {
  private func report(step: Int) throws -> Report {
    let repository = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let folder = repository.appendingPathComponent("Examples/Sources/Leaving/Step\(step)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    return Report(
      try files.map { FileReport(try SourceText(reading: folder.appendingPathComponent($0).path)) })
  }

  private func summary(step: Int) throws -> String? {
    let report = try report(step: step)
    return report.leaving.map(report.summary)
  }

  @Test func `the summary gets shorter with each step`() throws {
    #expect(
      try summary(step: 0)
        == "Before you can leave: 73 uses of 21 operations in 6 files, 23 public functions without an async form, "
        + "1 stored promise, 2 mentions of its errors.")
    #expect(
      try summary(step: 1)
        == "Before you can leave: 76 uses of 17 operations in 6 files, 1 public function without an async form, "
        + "3 stored promises, 2 mentions of its errors.")
    #expect(
      try summary(step: 2) == "Before you can leave: 34 uses of 15 operations in 5 files, 2 mentions of its errors.")
    #expect(try summary(step: 3) == nil)
  }

  @Test func `after the first step, promise forms without callers can be deleted`() throws {
    let leaving = try #require(try report(step: 1).leaving)
    let uncalled = leaving.uncalledFunctions.map(\.function)
    #expect(uncalled.count == 15)
    #expect(uncalled.contains("Podcasts.latestTitle(of:)"))
    // The player calls it, and the `async` form of the other.
    #expect(!uncalled.contains("Podcasts.download(_:)"))
    #expect(!uncalled.contains("Podcasts.title(of:)"))
    #expect(try #require(try report(step: 0).leaving).uncalledFunctions.isEmpty)
  }

  @Test func `the last step needs the files that the example copies`() throws {
    let leaving = try #require(try report(step: 2).leaving)
    #expect(
      leaving.filesToCopy.map(\.rawValue) == [
        "AsyncQueue.swift", "Callback.swift", "ConcurrentMap.swift", "Retry.swift", "SharedTask.swift", "Timeout.swift",
        "Wrap.swift",
      ])
  }
}
