import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `ensureThen`, whose promise waits for the guarantee that its handler returns.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct EnsureThenTests {
  @Test func `ensureThen waits for the guarantee that its handler returns`() async throws {
    for promise in [Promise.value(1), Promise(error: TestError.one)] {
      let (guarantee, seal) = Guarantee<Void>.pending()
      let end = promise.ensureThen(on: nil) { guarantee }
      #expect(end.isPending)
      seal(())
      #expect(end.value == promise.value && end.error as? TestError == promise.error as? TestError)
    }
    let (guarantee, seal) = Guarantee<Void>.pending()
    let end: Guarantee<Int> = Guarantee.value(1).ensureThen(on: nil) { guarantee }
    #expect(end.isPending)
    seal(())
    #expect(end.value == 1)
  }

  @Test func `ensureThen retains the guarantee that its handler returns`() {
    // Only `ensureThen` retains the timer, which would be removed if it were released.
    let checks = Log<@Sendable () -> Bool>()
    let end = Promise.value(1).ensureThen(on: nil) {
      let timer = after(seconds: 3600)
      checks { [weak timer] in timer != nil }
      return timer
    }
    #expect(end.isPending && checks.entries[0]())
    end.cancel()
    #expect(end.isCancelled && !checks.entries[0]())
  }

  @Test func `the guarantee that the handler of ensureThen returned is released when it is fulfilled`() {
    let (guarantee, seal) = Guarantee<Void>.pending()
    let checks = Log<@Sendable () -> Bool>()
    let end = Promise.value(1).ensureThen(on: nil) {
      let returned = guarantee.map(on: nil) {}
      checks { [weak returned] in returned != nil }
      return returned
    }
    #expect(end.isPending && checks.entries[0]())
    seal(())
    #expect(end.value == 1 && !checks.entries[0]())
  }

  @Test func `the guarantee that the handler of ensureThen returned is not canceled with the chain`() {
    let log = Log<String>()
    let (guarantee, seal) = Guarantee<Void>.pending()
    let closing = guarantee.done(on: nil) { log("closed") }
    let end = Promise.value(1).ensureThen(on: nil) {
      log("closing")
      return closing
    }
    end.cancel()
    #expect(end.isCancelled && closing.isPending)
    seal(())
    #expect(log.entries == ["closing", "closed"])
  }

  @Test func `a guarantee returned by an ensureThen handler that ran because of cancellation is not canceled`() {
    let log = Log<String>()
    let (guarantee, seal) = Guarantee<Void>.pending()
    let (promise, resolver) = Promise<Int>.pending()
    let end = promise.ensureThen(on: nil) { guarantee.done(on: nil) { log("closed") } }
    end.cancel()
    #expect(resolver.isCancelled && log.entries == [])
    seal(())
    #expect(log.entries == ["closed"])
  }

  @Test func `ensureThen does not wait for an abandoned guarantee`() {
    let end = silently { Promise.value(1).ensureThen(on: nil) { Guarantee<Void>.pending().guarantee } }
    #expect(end.value == 1)
  }
}
