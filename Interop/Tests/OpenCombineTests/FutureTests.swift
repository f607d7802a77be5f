import CombineBridge
import InteropSupport
import OpenCombine
import PromiseConcurrency
import PromiseTesting
import Testing

/// Tests Combine futures created from promises and guarantees.
@Suite(.promises(timeLimit: .testLimit)) struct FutureTests {
  @Test func `a future of a fulfilled promise publishes its value`() {
    let seen = Seen(Promise.value(1).future())
    #expect(seen.events == ["1", "finished"])
  }

  @Test func `a future publishes the value when the promise is fulfilled`() {
    let (promise, resolver) = Promise<Int>.pending()
    let seen = Seen(promise.future())
    #expect(seen.events == [])
    resolver.fulfill(1)
    #expect(seen.events == ["1", "finished"])
  }

  @Test func `a rejection fails the future`() {
    #expect(Seen(Promise<Int>(error: TestError.one).future()).events == ["one"])
    let (promise, resolver) = Promise<Int>.pending()
    let seen = Seen(promise.future())
    resolver.reject(TestError.one)
    #expect(seen.events == ["one"])
  }

  @Test func `cancellation fails the future`() {
    let pending = Cancellable()
    let seen = Seen(pending.promise.future())
    pending.promise.cancel()
    #expect(seen.events == ["CancellationError()"])
  }

  @Test func `a future of a guarantee cannot fail`() {
    let future: Future<Int, Never> = Guarantee.value(1).future()
    #expect(Seen(future).events == ["1", "finished"])
    let (guarantee, seal) = Guarantee<Int>.pending()
    let seen = Seen(guarantee.future())
    #expect(seen.events == [])
    seal(2)
    #expect(seen.events == ["2", "finished"])
  }

  @Test func `canceling a subscription does not cancel the promise`() async throws {
    let pending = Cancellable()
    let seen = Seen(pending.promise.future())
    seen.cancel()
    #expect(pending.promise.isPending && !pending.resolver.isCancelled)
    pending.resolver.fulfill(1)
    #expect(seen.events == [] && pending.promise.value == 1)
  }

  @Test func `a late subscriber receives the same events`() {
    let (promise, resolver) = Promise<Int>.pending()
    let future = promise.future()
    let early = Seen(future)
    resolver.fulfill(1)
    #expect(early.events == ["1", "finished"] && Seen(future).events == ["1", "finished"])
  }

  @Test func `operators of promises and of publishers combine`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let product = promise.future().map { $0 + 1 }
      .flatMap { sum in Promise { try await later(sum * 2) }.future() }
      .promise().map { $0 * 10 }
    resolver.fulfill(3)
    #expect(try await product.get() == 80)
  }

  @Test func `a future and its promise are released`() {
    let lifetime = Lifetime()
    do {
      let (promise, resolver) = Promise<Int>.pending()
      let (left, kept) = (Seen(promise.future(), keeping: lifetime.object()), Seen(promise.future()))
      left.cancel()
      resolver.fulfill(1)
      #expect(kept.events == ["1", "finished"] && left.events == [])
    }
    #expect(lifetime.alive == 0)
  }
}
