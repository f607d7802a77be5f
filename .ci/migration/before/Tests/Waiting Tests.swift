import XCTest
@testable import Promises
import PromisesTestHelpers

final class WaitingTests: XCTestCase {
  func testWaits() { XCTAssert(waitForPromises(timeout: 1)) }
}
