import PromiseTesting
import TestSupport
import XCTest

final class HangXCTests: XCTestCase {
  func testHangReturnsTheValueOrThrowsTheError() throws {
    XCTAssertEqual(try hang(after(.milliseconds(1)).then { Promise.value(1) }), 1)
    XCTAssertThrowsError(try hang(after(.milliseconds(1)).then { Promise<Int>(error: TestError.one) }))
  }
}
