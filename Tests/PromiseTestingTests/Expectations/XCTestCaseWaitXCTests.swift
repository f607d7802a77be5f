import Dispatch
import PromiseTesting
import TestSupport
import XCTest

/// `wait(for:)`, which blocks a test until a promise settles.
final class XCTestCaseWaitXCTests: XCTestCase {
  func testReturnsTheValueOrThrowsTheError() throws {
    XCTAssertEqual(try wait(for: after(.milliseconds(1)).map { 3 }), 3)
    XCTAssertThrowsError(try wait(for: Promise<Int>(error: TestError.two))) { XCTAssertEqual($0 as? TestError, .two) }
  }
}
