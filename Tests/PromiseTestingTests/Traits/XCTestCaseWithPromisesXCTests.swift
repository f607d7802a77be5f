// Also tests: XCTestReporter.

import PromiseConcurrency
import TestSupport
import XCTest

@testable import PromiseTesting

/// `withPromises` in XCTest. `IntegrationTests/FailingTests` has tests that fail.
final class XCTestCaseWithPromisesXCTests: XCTestCase {
  func testReturnsTheValueOfTheBody() async throws {
    let value = try await withPromises { try await Promise.value(1).map { $0 + 1 }.get() }
    XCTAssertEqual(value, 2)
  }

  func testAManualClockIsPassedToTheBody() async throws {
    let value = try await withPromises(time: .manual) { clock in
      let promise = after(seconds: 60).map { 3 }
      await clock.advance(by: .seconds(60))
      return await promise.get()
    }
    XCTAssertEqual(value, 3)
  }

  func testRunsOnceForEachSeed() async throws {
    let log = Log<Int>()
    try await withPromises(order: .shuffled(seeds: 0..<3)) { log(1) }
    XCTAssertEqual(log.count, 3)
  }

  func testBothFormsPassTheirArgumentsOn() async throws {
    let body = LeavingBody()
    try await withPromises(
      time: .manual, order: .shuffled(seeds: 0..<2), pending: .ignore, unhandled: .ignore, abandoned: .ignore,
      queue: body.queue
    ) { try body.run() }
    try await withPromises(
      order: .shuffled(seeds: 0..<2), pending: .ignore, unhandled: .ignore, abandoned: .ignore, queue: body.queue
    ) { (_: ManualClock) in try body.run() }
    XCTAssertEqual(body.usesQueue.entries, [true, true, true, true])
  }

  func testAnErrorOfTheBodyIsThrown() async {
    do {
      try await withPromises { throw TestError.one }
      XCTFail("no error was thrown")
    } catch {
      XCTAssertEqual(error as? TestError, .one)
    }
  }

  func testTheReporterNamesTheTest() {
    let name = XCTestReporter(self, file: #filePath, line: #line).testName
    XCTAssertTrue(name.contains("testTheReporterNamesTheTest"), name)
  }
}

#if !canImport(ObjectiveC)
  /// The time limit of both forms. Apple's XCTest cannot record failures.
  final class XCTestCaseTimeLimitXCTests: XCTestCase {
    private var failures: [String]?

    override func recordFailure(
      withDescription description: String, inFile file: String, atLine line: Int, expected: Bool
    ) {
      if failures == nil {
        super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
      } else {
        failures?.append(description)
      }
    }

    func testTheTimeLimitEndsTheBody() async {
      failures = []
      try? await withPromises(timeLimit: 0) { try await suspendUntilCanceled() }
      try? await withPromises(timeLimit: 0) { (_: ManualClock) in try await suspendUntilCanceled() }
      let recorded = failures ?? []
      failures = nil
      XCTAssertEqual(recorded.filter { $0.contains("time limit of 0 s exceeded") }.count, 2, "\(recorded)")
    }
  }
#endif

/// A test on the main actor, whose body uses the properties of the test case.
@MainActor final class XCTestCaseWithPromisesOnMainActorXCTests: XCTestCase {
  private var count = 0

  func testTheBodyUsesPropertiesOfTheTestCase() async throws {
    let value = try await withPromises(timeLimit: 5) {
      count += 1
      return await after(seconds: 0.001).map { 1 }.get()
    }
    XCTAssertEqual(value, 1)
    XCTAssertEqual(count, 1)
  }
}
