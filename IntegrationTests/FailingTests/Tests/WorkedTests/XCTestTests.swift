import PromiseTesting
@testable import Worked
import XCTest

final class XCTestTests: XCTestCase {
  func testExchangeWithoutWaiting() {
    exchange(500, to: "EUR").done { XCTAssertEqual($0, 500) }.cauterize()
    exchange(500, to: "USD").done { XCTAssertEqual($0, 450) }.cauterize()
    exchange(500, to: "XYZ").catch { XCTAssert($0 is NoRate) }
  }

  func testExchange() throws {
    XCTAssertEqual(try wait(for: exchange(500, to: "EUR")), 500)
    XCTAssertFulfilled(exchange(500, to: "USD"))
    XCTAssertRejected(exchange(500, to: "XYZ"))
    XCTAssertEqual(try wait(for: exchange(500, to: "USD")), 450)
  }
}
