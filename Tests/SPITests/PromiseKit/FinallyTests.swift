import PromiseConcurrency
@_spi(PromiseKit) import PromiseKitVocabulary
import PromiseTesting
import TestSupport
import Testing

/// `finally`, which runs a handler regardless of the outcome.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct FinallyTests {
  @Test(arguments: cases(of: Cases.self)) func `finally runs its handler and passes the outcome on`(_ test: Case)
    async throws
  {
    try await test.body()
  }
}

private enum Cases: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    [
      Case("a handler of finally runs on the actor of the surrounding code") { try await Code().onTheMainActor() },
      Case("a handler of finally runs on the queue passed as on:") { try await Code().onAQueue() },
    ]
  }
}

@available(*, deprecated)
private struct Code {
  @MainActor func onTheMainActor() async throws {
    let log = MainActorLog<String>()
    let (fulfilled, one) = pendingPair(of: Int.self)
    let (rejected, two) = pendingPair(of: Int.self)
    let (guarantee, resolve) = Guarantee<Int>.pending()
    let promises = withPromiseQueue(MarkedQueue().queue) {
      [fulfilled.finally { log("fulfilled") }, rejected.finally { log("rejected") }]
    }
    let last: Guarantee<Int> = withPromiseQueue(MarkedQueue().queue) { guarantee.finally { log("guarantee") } }
    await elsewhere {
      one.fulfill(1)
      two.reject(TestError.two)
      resolve(3)
    }
    try await #expect(promises[0].get() == 1)
    await #expect(throws: TestError.two) { try await promises[1].get() }
    await #expect(last.get() == 3)
    #expect(log.entries == ["fulfilled", "rejected", "guarantee"])
  }

  func onAQueue() async throws {
    let here = MarkedQueue()
    let isOnQueue = Log<Bool>()
    let promise: Promise<Int> = Promise.value(1).finally(on: here.queue) { isOnQueue(here.isCurrent) }
    let guarantee: Guarantee<Int> = Guarantee.value(2).finally(on: here.queue) { isOnQueue(here.isCurrent) }
    try await #expect(promise.get() == 1)
    await #expect(guarantee.get() == 2)
    #expect(isOnQueue.entries == [true, true])
  }
}
