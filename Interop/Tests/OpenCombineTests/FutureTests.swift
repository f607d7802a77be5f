import CombineBridge
import InteropSupport
import OpenCombine
import PromiseConcurrency
import PromiseTesting
import Testing

/// Promises and guarantees as Combine's futures.
@Suite(.promises, .timeLimit(.minutes(5))) struct FutureTests {
  @Test func aPromiseThatIsFulfilledBecomesAFuture() {
    let seen = Seen(Promise.value(1).future())
    #expect(seen.events == ["1", "finished"])
  }

  @Test func aPromiseThatIsFulfilledLaterDoesToo() {
    let (promise, resolver) = Promise<Int>.pending()
    let seen = Seen(promise.future())
    #expect(seen.events == [])
    resolver.fulfill(1)
    #expect(seen.events == ["1", "finished"])
  }

  @Test func aRejectionFailsTheFuture() {
    #expect(Seen(Promise<Int>(error: TestError.one).future()).events == ["one"])
    let (promise, resolver) = Promise<Int>.pending()
    let seen = Seen(promise.future())
    resolver.reject(TestError.one)
    #expect(seen.events == ["one"])
  }

  @Test func cancellationFailsTheFutureToo() {
    let pending = Cancellable()
    let seen = Seen(pending.promise.future())
    pending.promise.cancel()
    #expect(seen.events == ["CancellationError()"])
  }

  @Test func aGuaranteeBecomesAFutureThatCanNotFail() {
    let future: Future<Int, Never> = Guarantee.value(1).future()
    #expect(Seen(future).events == ["1", "finished"])
    let (guarantee, seal) = Guarantee<Int>.pending()
    let seen = Seen(guarantee.future())
    #expect(seen.events == [])
    seal(2)
    #expect(seen.events == ["2", "finished"])
  }

  @Test func aSubscriberThatLeavesDoesNotCancelThePromise() async throws {
    let pending = Cancellable()
    let seen = Seen(pending.promise.future())
    seen.cancel()
    #expect(pending.promise.isPending && !pending.resolver.isCancelled)
    pending.resolver.fulfill(1)
    #expect(seen.events == [] && pending.promise.value == 1)
  }

  @Test func whoComesLaterSeesTheSame() {
    let (promise, resolver) = Promise<Int>.pending()
    let future = promise.future()
    let early = Seen(future)
    resolver.fulfill(1)
    #expect(early.events == ["1", "finished"] && Seen(future).events == ["1", "finished"])
  }

  @Test func operatorsOfBothSidesMix() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let product = promise.future().map { $0 + 1 }
      .flatMap { sum in Promise { try await later(sum * 2) }.future() }
      .promise().map { $0 * 10 }
    resolver.fulfill(3)
    #expect(try await product.get() == 80)
  }

  @Test func aFutureAndItsPromiseAreReleased() {
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
