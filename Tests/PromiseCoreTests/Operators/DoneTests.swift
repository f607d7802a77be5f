import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `done`, which ends a chain.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DoneTests {
  var failed: Promise<Int> { Promise(error: TestError.one) }

  @Test func `done receives the value, passes errors on, and is rejected with a thrown error`() async throws {
    let log = Log<Int>()
    try await Promise.value(2).done { log($0) }.get()
    await #expect(throws: TestError.one) { try await failed.done { log($0) }.get() }
    await #expect(throws: TestError.two) { try await Promise.value(3).done { _ in throw TestError.two }.get() }
    #expect(log.entries == [2])
  }

  @Test @MainActor func `handlers written on the main actor run there instead of on the default queue`() async throws {
    let log = MainActorLog<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let done: (Promise<Void>, Guarantee<Void>) = withPromiseQueue(MarkedQueue().queue) {
      (promise.done { _ in log("promise") }, guarantee.done { _ in log("guarantee") })
    }
    await elsewhere { resolver.fulfill(1) }
    try await done.0.get()
    await elsewhere { seal(1) }
    await done.1.get()
    #expect(log.entries == ["promise", "guarantee"])
  }
}
