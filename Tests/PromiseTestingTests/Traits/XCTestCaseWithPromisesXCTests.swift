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
