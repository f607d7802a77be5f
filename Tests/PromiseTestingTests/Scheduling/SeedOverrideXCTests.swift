// Also tests: HandlerOrder.

import Foundation
import XCTest

@testable import PromiseTesting

/// Tests of the environment variable `PROMISES_SEED`.
///
/// They use XCTest, which does not run them in parallel, because the environment is shared.
final class SeedOverrideXCTests: XCTestCase {
  override func tearDown() { unsetenv("PROMISES_SEED") }

  func testTheVariableOverridesTheSeedsOfATest() {
    setenv("PROMISES_SEED", "17", 1)
    XCTAssertEqual(HandlerOrder.shuffled(seeds: 0..<5).seeds, [17])
    XCTAssertEqual(HandlerOrder.shuffled(seeds: [3]).seeds, [17])
    XCTAssertNil(HandlerOrder.natural.seeds)
    XCTAssertNil(SeedOverride.invalidText)
  }

  func testATestUsesItsOwnSeedsWithoutTheVariable() {
    XCTAssertEqual(HandlerOrder.shuffled(seeds: 0..<5).seeds, [0, 1, 2, 3, 4])
    XCTAssertEqual(HandlerOrder.shuffled(seeds: [3]).seeds, [3])
    XCTAssertNil(SeedOverride.invalidText)
  }

  func testInvalidTextIsReported() {
    setenv("PROMISES_SEED", "seventeen", 1)
    XCTAssertEqual(HandlerOrder.shuffled(seeds: [3]).seeds, [3])
    XCTAssertEqual(SeedOverride.invalidText, "seventeen")
  }
}
