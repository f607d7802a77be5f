import Dispatch
import PromiseTesting
import TestSupport
import XCTest

/// `XCTAssertFulfilled`, which returns the value.
final class XCTAssertFulfilledXCTests: XCTestCase {
  func testReturnsTheValue() {
    XCTAssertEqual(XCTAssertFulfilled(after(.milliseconds(1)).map { 1 }, within: TestLimit.seconds), 1)
    XCTAssertEqual(XCTAssertFulfilled(Promise.value(2).map(on: .global()) { $0 }), 2)
  }

  func testWaitsInAnAsyncTest() async {
    let value = await XCTAssertFulfilled(after(.milliseconds(1)).map { 1 }, within: TestLimit.seconds)
    XCTAssertEqual(value, 1)
  }
}
