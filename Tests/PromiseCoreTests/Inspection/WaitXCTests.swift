import PromiseTesting
import TestSupport
import XCTest

/// `wait` on the main thread. These tests use XCTest because it runs them on the main thread.
final class WaitXCTests: XCTestCase {
  private let text = "wait() blocks the main thread; chain a handler, or await the promise"

  override func setUpWithError() throws {
    try XCTSkipIf(PromiseContext.ofNewPromise() == nil, "New promises have no context in this environment.")
  }

  func testWaitingForASettledPromiseOnTheMainThreadIsReportedWithTheCallSite() throws {
    let line = #line + 2
    let reported = try reports {
      XCTAssertEqual(try Promise.value(1).wait(), 1)
      XCTAssertEqual(Guarantee.value(3).wait(), 3)
      XCTAssertThrowsError(try Promise<Int>(error: TestError.one).wait())
    }
    XCTAssertEqual(reported, (0..<3).map { "\(#fileID):\(line + $0): \(text)" })
  }

  func testWaitingForAPendingPromiseOnTheMainThreadIsReportedWithTheCallSite() throws {
    let line = #line + 3
    let reported = reports {
      let guarantee = after(.milliseconds(1)).map(on: .global()) { 1 }
      XCTAssertEqual(guarantee.wait(), 1)
    }
    XCTAssertEqual(reported, ["\(#fileID):\(line): \(text)"])
  }
}
