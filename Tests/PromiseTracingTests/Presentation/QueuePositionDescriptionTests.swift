import TestSupport
import Testing

@testable import PromiseTracing

@Suite(.sharingProcessors) struct QueuePositionDescriptionTests {
  private let site = PromiseSite(file: "App/Store.swift", line: 7)

  @Test func `a position names the queue`() {
    let position = QueuePosition(site: site, unknown: nil)
    #expect(position.queue == "the PromiseQueue created at App/Store.swift:7")
    #expect(position.description == position.queue)
  }

  @Test(arguments: [(true, "was canceled and has not returned"), (false, "is not part of this snapshot")])
  func `a running operation without a promise in the snapshot is named`(_ isCanceled: Bool, _ reason: String) {
    let running = QueuePosition.Unknown(site: PromiseSite(file: "App/Load.swift", line: 9), isCanceled: isCanceled)
    let position = QueuePosition(site: site, unknown: running)
    #expect(
      position.description == "\(position.queue), behind the operation added at App/Load.swift:9, which \(reason)")
  }
}
