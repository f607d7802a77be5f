// Also tests: MainQueue.

import Dispatch
import PromiseCore
import PromiseTesting
import TestSupport
import XCTest

/// Tests of `waitForPromises` in XCTest, without any setup.
final class WaitForPromisesXCTests: XCTestCase {
  func testWaitsForHandlersOnTheMainQueue() {
    let log = Log<String>()
    let promise = Promise.value("hello").map { $0.uppercased() }.done { log($0) }
    XCTAssertTrue(promise.isPending)
    XCTAssertTrue(waitForPromises(timeout: .testLimit))
    XCTAssertEqual(log.entries, ["HELLO"])
  }

  func testWaitsForHandlersOnOtherQueues() {
    let log = Log<Int>()
    after(.milliseconds(5)).then(on: DispatchQueue.global()) { Guarantee.value(1) }.done { log($0) }
    XCTAssertTrue(waitForPromises(timeout: .testLimit))
    XCTAssertEqual(log.entries, [1])
  }

  func testReturnsFalseAfterTheTimeout() {
    let (promise, resolver) = Promise<Int>.pending()
    XCTAssertFalse(waitForPromises(timeout: 0.01))
    resolver.fulfill(1)
    XCTAssertTrue(waitForPromises(timeout: .testLimit))
    XCTAssertEqual(promise.value, 1)
  }
}
