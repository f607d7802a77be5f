import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Canceling a chain does not cancel the promise that a handler of `ensureThen` returns.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, time: .manual))
struct EnsureThenCleanupTests {
  @Test func `the cleanup finishes if the chain of a guarantee is canceled during it`() async throws {
    let (source, resolve) = Guarantee<Int>.pending()
    let log = Log<String>()
    let chain = source.ensureThen(on: nil) { after(seconds: 1).done(on: nil) { log("unlocked") } }
    resolve(7)
    chain.cancel()
    #expect(log.entries.isEmpty && chain.isPending)
    try await ManualClock.current.advance(by: .seconds(2))
    #expect(log.entries == ["unlocked"])
    #expect(chain.value == 7)
  }

  @Test func `the cleanup finishes if the chain of a guarantee is canceled before it`() async throws {
    let (source, resolve) = Guarantee<Int>.pending()
    let log = Log<String>()
    let chain = source.ensureThen(on: nil) { after(seconds: 1).done(on: nil) { log("unlocked") } }
    chain.cancel()
    resolve(7)
    #expect(log.entries.isEmpty && chain.isPending)
    try await ManualClock.current.advance(by: .seconds(2))
    #expect(log.entries == ["unlocked"])
    #expect(chain.value == 7)
  }

  @Test func `the cleanup finishes if the chain of a promise is canceled during it`() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let log = Log<String>()
    let chain = source.ensureThen(on: nil) { after(seconds: 1).done(on: nil) { log("unlocked") } }
    resolver.fulfill(7)
    chain.cancel()
    #expect(log.entries.isEmpty && chain.isRejected)
    try await ManualClock.current.advance(by: .seconds(2))
    #expect(log.entries == ["unlocked"])
  }
}
