import Dispatch
import PromiseTesting
import TestSupport
import XCTest

/// The assertions for XCTest. XCTest, because that is what they are for; how they fail is shown by the package of failing
/// tests.
final class AssertionXCTests: XCTestCase {
  func testWhatIsAssertedIsGiven() throws {
    XCTAssertEqual(XCTAssertFulfilled(after(.milliseconds(1)).map { 1 }, within: 100), 1)
    XCTAssertEqual(XCTAssertFulfilled(Promise.value(2).map(on: .global()) { $0 }), 2)
    XCTAssertEqual(XCTAssertRejected(Promise<Int>(error: TestError.one), within: 0) as? TestError, .one)
    XCTAssertEqual(try wait(for: after(.milliseconds(1)).map { 3 }), 3)
    XCTAssertThrowsError(try wait(for: Promise<Int>(error: TestError.two))) { XCTAssertEqual($0 as? TestError, .two) }
  }

  func testOnAnotherThread() {
    let isOver = expectation(description: "over")
    DispatchQueue.global().async {
      XCTAssertEqual(XCTAssertFulfilled(after(.milliseconds(1)).map { 1 }, within: 100), 1)
      isOver.fulfill()
    }
    wait(for: [isOver], timeout: 200)
  }

  func testInAnAsyncTest() async {
    let value = await XCTAssertFulfilled(after(.milliseconds(1)).map { 1 }, within: 100)
    XCTAssertEqual(value, 1)
    let error = await XCTAssertRejected(Promise<Int>(error: TestError.one), within: 0)
    XCTAssertEqual(error as? TestError, .one)
  }

  func testHangWaits() throws {
    XCTAssertEqual(try hang(after(.milliseconds(1)).then { Promise.value(1) }), 1)
    XCTAssertThrowsError(try hang(after(.milliseconds(1)).then { Promise<Int>(error: TestError.one) }))
  }
}
