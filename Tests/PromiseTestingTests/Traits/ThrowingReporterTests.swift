import TestSupport
import Testing

@testable import PromiseTesting

/// The findings of `withPromises` in a test library that the module does not know.
@Suite(.sharingProcessors) struct ThrowingReporterTests {
  private let reporter = ThrowingReporter(
    at: SourceLocation(fileID: "App/Tests.swift", filePath: "Tests.swift", line: 7, column: 1))

  @Test func `errors are thrown together, and what is ignored is not`() throws {
    #expect(reporter.error(after: nil) == nil)
    reporter.record("one is pending", .error)
    reporter.record("nothing", .ignore)
    reporter.record("one was abandoned", .error)
    let error = try #require(reporter.error(after: TestError.two))
    #expect(error.findings == ["one is pending", "one was abandoned"])
    #expect(error.bodyError as? TestError == .two)
    #expect(
      error.description == """
        withPromises at App/Tests.swift:7:
        one is pending
        one was abandoned
        the code has thrown TestSupport.TestError.two
        """)
  }

  @Test func `a run with findings names its seed`() async throws {
    let isFirstClean = try await reporter.runWithSeed("seed 1") {}
    let isSecondClean = try await reporter.runWithSeed("seed 2") { reporter.record("left", .error) }
    #expect(isFirstClean && !isSecondClean)
    #expect(reporter.error(after: nil)?.findings == ["left\nseed 2"])
  }
}
