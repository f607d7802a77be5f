import Dispatch
import PromiseConcurrency
@_spi(GooglePromises) import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// What code written for google/promises relies on, and what the main surface does otherwise.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct GoogleFidelityTests {
  @Test(arguments: cases(of: GoogleFidelity.self)) func code(_ test: Case) async throws { try await test.body() }
}

private enum GoogleFidelity: MigratingCode {
  @available(*, deprecated, message: "as are the names it uses")
  static var cases: [Case] { list }
}

@available(*, deprecated)
private let list = [
  Case("race spares the losers") {
    let (slow, resolver) = pendingPair(of: Int.self)
    #expect(race([slow, Promise(1)]).value == 1)
    #expect(race(slow, Promise(2)).value == 2)
    #expect(race(on: .main, [slow, Promise(3)]).value == 3)
    #expect(slow.isPending && !resolver.isCancelled)
    resolver.fulfill(0)
  },
  Case("timeout spares a promise that is late") {
    let (slow, resolver) = pendingPair(of: Int.self)
    await #expect(throws: PromiseError.timedOut) { _ = try await slow.timeout(0).get() }
    await #expect(throws: PromiseError.timedOut) { _ = try await slow.timeout(on: .main, 0).get() }
    #expect(slow.isPending && !resolver.isCancelled)
    resolver.fulfill(0)
  },
  Case("the value of a promise that is fulfilled with nil is nil") {
    let none: Promise<Int?> = Promise(nil)
    let some: Promise<Int?> = Promise(1)
    #expect(none.isFulfilled && none.value == nil && some.value == 1)
  },
  Case("all and any of nothing are fulfilled") {
    #expect(all([Promise<Int>]()).value == [])
    #expect(any([Promise<Int>]()).value == [])
    #expect(any([Promise<Int>(TestError.two)]).error as? TestError == .two)
  },
  Case("any is rejected if its last two members are rejected at once") {
    let pairs = (0..<2_000).map { _ in (pendingPair(of: Int.self), pendingPair(of: Int.self)) }
    let combined = pairs.map { any([$0.0.promise, $0.1.promise]) }
    collide(pairs.map { ($0.0.resolver, $0.1.resolver) }) {
      $0.0.reject(TestError.one)
    } other: {
      $0.1.reject(TestError.two)
    }
    #expect(combined.count { $0.error == nil } == 0)
  },
  Case("awaitPromise blocks until the promise settles") {
    let queue = DispatchQueue(label: "awaitPromise")
    let settled = queue.async(.promise) { () throws -> Int in
      let value = try awaitPromise(DispatchQueue.global().async(.promise) { () throws -> Int in 2 })
      #expect(throws: TestError.one) { try awaitPromise(Promise<Int>(TestError.one)) }
      return value
    }
    #expect(await (try? settled.get()) == 2)
  },
  Case("retry takes a number of seconds from a variable") {
    let seconds = 0.0
    let calls = Log<Int>()
    let promise = retry(attempts: 2, delay: seconds) { () -> Promise<Int> in
      calls(1)
      return Promise(TestError.one)
    }
    _ = await promise.getResult()
    _ = await promise.getResult()
    #expect(calls.count == 3)
  },
]
