import XCTest

@testable import PromiseCore

/// A blocked main thread. These tests use XCTest because it runs them on the main thread.
final class WaitingPartyXCTests: XCTestCase {
  func testAThreadThatServesTheMainQueueDoesNotBlockIt() {
    XCTAssertTrue(BlockedThread(CreationSite(#fileID, #line)).blocksMain)
    XCTAssertFalse(BlockedThread(CreationSite(#fileID, #line), servesMainQueue: true).blocksMain)
  }
}
