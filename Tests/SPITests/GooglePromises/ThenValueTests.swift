import PromiseConcurrency
@_spi(GooglePromises) import GooglePromisesVocabulary
import PromiseTesting
import TestSupport
import Testing

/// `then` with a handler that returns a value or nothing.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ThenValueTests {
  @Test(arguments: cases(of: Cases.self)) func `then accepts handlers that return a value or nothing`(_ test: Case)
    async throws
  {
    try await test.body()
  }
}

private enum Cases: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    [
      Case("a handler of then runs on the actor of the surrounding code") { try await Code().onTheMainActor() },
      Case("a handler of then runs on the queue passed as on:") { try await Code().onAQueue() },
      Case("an error that a handler without a value throws rejects the promise") { await Code().throwing() },
    ]
  }
}

@available(*, deprecated)
private struct Code {
  @MainActor func onTheMainActor() async throws {
    let log = MainActorLog<Int>()
    let (promise, resolver) = pendingPair(of: Int.self)
    let (guarantee, resolve) = Guarantee<Int>.pending()
    let passed: Promise<Int> = withPromiseQueue(MarkedQueue().queue) { promise.then { log($0) } }
    let guaranteed: Guarantee<Int> = withPromiseQueue(MarkedQueue().queue) { guarantee.then { log($0) } }
    let mapped: Guarantee<String> = withPromiseQueue(MarkedQueue().queue) {
      guarantee.then { value in
        log(value + 1)
        return "mapped \(value)"
      }
    }
    await elsewhere {
      resolver.fulfill(1)
      resolve(2)
    }
    try await #expect(passed.get() == 1)
    await #expect(guaranteed.get() == 2)
    await #expect(mapped.get() == "mapped 2")
    #expect(log.entries == [1, 2, 3])
  }

  func onAQueue() async throws {
    let here = MarkedQueue()
    let log = Log<Int>()
    @Sendable func note(_ value: Int) { if here.isCurrent { log(value) } }
    let passed: Promise<Int> = Promise.value(1).then(on: here.queue) { note($0) }
    let guaranteed: Guarantee<Int> = Guarantee.value(2).then(on: here.queue) { note($0) }
    try await #expect(passed.get() == 1)
    await #expect(guaranteed.get() == 2)
    #expect(log.entries == [1, 2])
  }

  func throwing() async {
    let failed: Promise<Int> = Promise.value(1).then { (_: Int) throws -> Void in throw TestError.one }
    await #expect(throws: TestError.one) { try await failed.get() }
  }
}
