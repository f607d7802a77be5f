import Foundation
import XCTest

@testable import PromiseTesting

/// `PROMISES_SEED`. XCTest, whose tests run one after the other: it is the environment of everybody.
final class EnvironmentXCTests: XCTestCase {
  override func tearDown() { unsetenv("PROMISES_SEED") }

  func testItTakesThePlaceOfTheSeedsOfATest() {
    setenv("PROMISES_SEED", "17", 1)
    XCTAssertEqual(HandlerOrder.shuffled(seeds: 0..<5).seeds, [17])
    XCTAssertEqual(HandlerOrder.shuffled(seed: 3).seeds, [17])
    XCTAssertNil(HandlerOrder.natural.seeds)
    XCTAssertNil(Environment.seedThatIsNone)
  }

  func testWithoutItTheyAreThoseOfTheTest() {
    XCTAssertEqual(HandlerOrder.shuffled(seeds: 0..<5).seeds, [0, 1, 2, 3, 4])
    XCTAssertEqual(HandlerOrder.shuffled(seed: 3).seeds, [3])
    XCTAssertNil(Environment.seedThatIsNone)
  }

  func testWhatIsNoNumberIsKeptToBeNamed() {
    setenv("PROMISES_SEED", "seventeen", 1)
    XCTAssertEqual(HandlerOrder.shuffled(seed: 3).seeds, [3])
    XCTAssertEqual(Environment.seedThatIsNone, "seventeen")
  }
}
