import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `firstly`, which starts a chain.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct FirstlyTests {
  @Test func `firstly starts a chain`() async throws {
    #expect(try await firstly { Promise.value(1) }.map { $0 + 1 }.get() == 2)
    #expect(await firstly { Guarantee.value(1) }.map { $0 + 1 }.get() == 2)
    let failed = firstly { () throws -> Promise<Int> in throw TestError.one }
    await #expect(throws: TestError.one) { try await failed.get() }
  }

  @Test func `firstly runs its body immediately, and returns a guarantee for a guarantee`() {
    let log = Log<String>()
    let guarantee: Guarantee<Int> = firstly {
      log("ran")
      return Guarantee.value(1)
    }
    #expect(guarantee.value == 1 && log.entries == ["ran"])
    let promise: Promise<Int> = firstly { Promise.value(2) }
    #expect(promise.value == 2)
    let foreign: Promise<Int> = firstly { ForeignPromise(.success(3)) }
    #expect(foreign.value == 3)
    let throwing: Promise<Int> = firstly { () throws -> Guarantee<Int> in throw TestError.one }
    #expect(throwing.error as? TestError == .one)
  }

  @Test func `canceling a chain that begins with firstly cancels the promise of its body`() {
    let (promise, resolver) = Promise<Int>.pending()
    firstly { promise }.map(on: nil) { $0 }.cancel()
    #expect(resolver.isCancelled)
  }
}
