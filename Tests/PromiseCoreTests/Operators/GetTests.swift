import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `get` and `asVoid`, which pass the outcome on.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct GetTests {
  let log = Log<String>()

  // MARK: get

  @Test func `get observes the value and passes it on`() async throws {
    #expect(try await Promise.value(1).get { log("\($0)") }.get() == 1)
    #expect(try await Promise.value(2).get(on: nil) { log("\($0)") }.get() == 2)
    #expect(log.entries == ["1", "2"])
  }

  @Test func `get ignores errors`() async {
    let promise = Promise<Int>(error: TestError.one).get(on: nil) { log("\($0)") }
    await #expect(throws: TestError.one) { try await promise.get() }
    #expect(log.entries == [])
  }

  @Test func `an error thrown by the handler of get rejects the promise`() async {
    await #expect(throws: TestError.two) { try await Promise.value(1).get { _ in throw TestError.two }.get() }
    await #expect(throws: TestError.two) { try await Promise.value(1).get(on: nil) { _ in throw TestError.two }.get() }
  }

  @Test func `get on a guarantee returns a guarantee`() async {
    let written: Guarantee<Int> = Guarantee.value(1).get { log("\($0)") }
    #expect(await written.get() == 1)
    let inline: Guarantee<Int> = Guarantee.value(1).get(on: nil) { log("inline \($0)") }
    #expect(inline.value == 1)
    #expect(log.entries == ["1", "inline 1"])
  }

  @Test func `get with a throwing handler on a guarantee returns a promise`() async {
    let promise: Promise<Int> = Guarantee.value(1).get { _ in throw TestError.two }
    await #expect(throws: TestError.two) { try await promise.get() }
  }

  // MARK: asVoid

  @Test func `asVoid drops the value and keeps the error`() async throws {
    let promise: Promise<Void> = Promise.value(1).asVoid()
    try await promise.get()
    await #expect(throws: TestError.one) { try await Promise<Int>(error: TestError.one).asVoid().get() }
    let guarantee: Guarantee<Void> = Guarantee.value(1).asVoid()
    await guarantee.get()
  }

  @Test func `canceling the promise that asVoid returns cancels its upstream promise`() {
    let (promise, resolver) = Promise<Int>.pending()
    promise.asVoid().cancel()
    #expect(promise.isCancelled && resolver.isCancelled)
  }

  // MARK: Executors

  @Test @MainActor func `handlers in main-actor code run on the main actor`() async throws {
    let log = MainActorLog<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let promises: [Promise<Int>] = withPromiseQueue(MarkedQueue().queue) {
      [promise.get { log("get \($0)") }]
    }
    let guarantees: [Guarantee<Int>] = withPromiseQueue(MarkedQueue().queue) {
      [guarantee.get { log("get \($0)") }]
    }
    await elsewhere { resolver.fulfill(1) }
    for promise in promises { _ = try await promise.get() }
    await elsewhere { seal(2) }
    for guarantee in guarantees { _ = await guarantee.get() }
    #expect(log.entries == ["get 1", "get 2"])
  }

  @Test func `handlers run on the queue passed as on:`() async throws {
    let here = MarkedQueue()
    let results = Log<Bool>()
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let promises = [
      promise.get(on: here.queue) { _ in results(here.isCurrent) }
    ]
    let guarantees = [
      guarantee.get(on: here.queue) { _ in results(here.isCurrent) }
    ]
    await elsewhere {
      resolver.fulfill(1)
      seal(1)
    }
    for promise in promises { _ = try await promise.get() }
    for guarantee in guarantees { _ = await guarantee.get() }
    #expect(results.entries == [true, true])
  }
}
