import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// What the handler of `ensureThen` returns is waited for, and is not canceled with the chain.
@Suite(.promises(timeLimit: .seconds(280), pending: .ignore, time: .manual))
struct `The cleanup in ensureThen survives the cancellation of its chain` {
  @Test func `on a guarantee`() async throws {
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

  @Test func `on a guarantee that is canceled before the handler runs`() async throws {
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

  @Test func `on a promise`() async throws {
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
