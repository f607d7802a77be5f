import TestSupport
import Testing

@testable import PromiseCore

/// What waits for a promise, as a snapshot sees it.
@Suite(.sharingProcessors) struct WaitingPartyTests {
  @Test func `a blocked thread is a consumer until it leaves`() {
    let thread = BlockedThread(CreationSite("App/Load.swift", 9))
    #expect(!thread.isStale)
    guard case .thread(let waiting) = thread.waitingParty else {
      Issue.record("\(thread.waitingParty)")
      return
    }
    #expect(waiting === thread && waiting.site.line == 9)
    thread.leave()
    #expect(thread.isStale)
  }

  @Test func `only a promise that waits without a task is one`() {
    let promise = Promise<Int>(site: CreationSite(#fileID, #line), context: nil)
    #expect(WaitingParty.promise(promise.any).promise == promise.any)
    #expect(WaitingParty.task(name: nil, owner: promise.any).promise == nil)
    #expect(WaitingParty.handler.promise == nil)
  }

  @Test func `a task that settles no promise has no owner`() { #expect(WaitingTask().promise == nil) }
}
