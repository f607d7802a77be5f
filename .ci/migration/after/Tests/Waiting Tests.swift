import XCTest
@_spi(GooglePromises) import PromiseCore
import PromiseTesting
import PromisesTestHelpers

final class WaitingTests: XCTestCase {
  func testWaits() { XCTAssert(waitForPromises(timeout: 1)) }
}
