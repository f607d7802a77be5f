import PromiseTesting
import Testing
@testable import Worked

struct ExpectCancelledTests {
  @Test func missesThatStoppingIsAnError() {
    let downloads = Downloads()
    let download = downloads.start()
    downloads.stopAll()
    #expect(download.isRejected)
  }

  @Test(.promises) func catchesThatStoppingIsAnError() async throws {
    let downloads = Downloads()
    let download = downloads.start()
    downloads.stopAll()
    try await expectCancelled(download)
  }
}
