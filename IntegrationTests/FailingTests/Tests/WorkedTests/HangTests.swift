import PromiseTesting
@testable import Worked
import XCTest

final class HangTests: XCTestCase {
  func testInstallWithoutWaiting() {
    let installed = install(["core", "help"])
    installed.done { XCTAssertEqual($0, 2) }.cauterize()
    XCTAssertNil(installed.error)
  }

  func testInstall() throws {
    let installed = install(["core", "help"])
    XCTAssertEqual(try hang(installed), 2)
  }
}
