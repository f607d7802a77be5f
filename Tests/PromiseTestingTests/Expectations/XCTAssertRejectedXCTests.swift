import Dispatch
import PromiseTesting
import TestSupport
import XCTest

/// `XCTAssertRejected`, which returns the error.
final class XCTAssertRejectedXCTests: XCTestCase {
  func testReturnsTheError() {
    XCTAssertEqual(XCTAssertRejected(Promise<Int>(error: TestError.one), within: 0) as? TestError, .one)
  }

  func testWaitsInAnAsyncTest() async {
    let promise = after(.milliseconds(1)).done { throw TestError.one }
    let error = await XCTAssertRejected(promise, within: TestLimit.seconds)
    XCTAssertEqual(error as? TestError, .one)
  }
}
