import PromiseTesting
import Testing
@testable import Worked

struct ExpectCancelledTests {
  @Test func `stopping ends a download`() {
    let downloads = Downloads()
    let download = downloads.start()
    downloads.stopAll()
    #expect(download.isRejected)
  }

  @Test(.promises) func `stopping cancels a download`() async throws {
    let downloads = Downloads()
    let download = downloads.start()
    downloads.stopAll()
    try await expectCancelled(download)
  }
}
