import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Cancellation: what it rejects, whom it tells, and whom it leaves alone.
@Suite(.promises(timeLimit: .seconds(280))) struct CancellationTests {
  let queue = DispatchQueue(label: "CancellationTests")

  @Test func cancellingRejectsAndTellsTheProducer() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { log("first") }
    resolver.onCancel { log("second") }
    promise.cancel()
    #expect(promise.error is CancellationError)
    #expect(log.entries == ["first", "second"] && resolver.isCancelled)
    promise.cancel()
    resolver.fulfill(1)
    #expect(log.count == 2 && promise.isRejected)
  }

  @Test func aProducerThatAsksLateIsToldAtOnce() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    promise.cancel()
    resolver.onCancel { log("late") }
    #expect(log.entries == ["late"])
  }

  @Test func aSettledPromiseIsLeftAsItIs() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { log("told") }
    resolver.fulfill(1)
    promise.cancel()
    resolver.onCancel { log("late") }
    #expect(promise.value == 1 && !resolver.isCancelled && log.entries == [])
  }

  @Test func itTravelsUpstreamToThoseThatNobodyElseWants() {
    let (promise, resolver) = Promise<Int>.pending()
    let first = promise.map(on: nil) { $0 + 1 }.map(on: nil) { $0 + 1 }
    let second = promise.done(on: nil) { _ in }
    first.cancel()
    #expect(promise.isPending && !resolver.isCancelled)
    second.cancel()
    #expect(promise.isRejected && resolver.isCancelled)
  }

  @Test func itTravelsIntoThePromiseThatAHandlerReturned() {
    let (inner, resolver) = Promise<Int>.pending()
    let outer = Promise.value(1).then(on: nil) { _ in inner }.map(on: nil) { $0 }
    outer.cancel()
    #expect(resolver.isCancelled && inner.isRejected)
  }

  @Test func itTravelsIntoThePromiseThatAHandlerIsJustReturning() {
    for _ in 0..<500 {
      let (start, resolver) = Promise<Int>.pending()
      let (inner, producer) = silently { Promise<Int>.pending() }
      let ran = Log<Bool>()
      let outer = start.then(on: nil) { _ in
        ran(true)
        return inner
      }
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { resolver.fulfill(1) } else { outer.cancel() }
      }
      #expect(producer.isCancelled == (ran.count == 1))
    }
  }

  @Test func aHandlerWhoseResultIsNotWantedDoesNotRun() {
    let log = Log<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    let unwanted = promise.done(on: nil) { log($0) }
    let wanted = promise.map(on: nil) { $0 }
    unwanted.cancel()
    resolver.fulfill(1)
    #expect(wanted.value == 1 && log.entries == [])
  }

  @Test func thoseWhoLookOnSeeTheCancellationOfTheirOwnPromise() async {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map(on: nil) { $0 }
    let chain =
      promise
      .ensure(on: queue) { log("ensure") }
      .catch(on: queue, policy: .allErrors) { log("catch \($0 is CancellationError)") }
      .catch(on: queue) { _ in log("skipped") }
      .ensure(on: queue) { log("finally") }
    chain.cancel()
    #expect(chain.error is CancellationError && promise.isPending)
    await queue.finished()
    #expect(log.entries == ["ensure", "catch true", "finally"])
    resolver.fulfill(1)
    await queue.finished()
    #expect(other.value == 1 && log.count == 3)
  }

  @Test func cancelledConsumersAreNotKept() {
    let lifetime = Lifetime()
    let (promise, resolver) = Promise<Int>.pending()
    let keep = promise.done(on: nil) { _ in }
    for _ in 0..<1000 {
      let object = lifetime.object()
      promise.done(on: nil) { _ in object.touch() }.cancel()
    }
    #expect(lifetime.alive <= 1)
    #expect(promise.isPending && keep.isPending)
    resolver.fulfill(1)
    #expect(keep.isFulfilled && lifetime.alive == 0)
  }

  @Test func aCancelledConsumerThatWasTheOnlyOneOfItsKindIsNotKept() {
    let lifetime = Lifetime()
    let (promise, resolver) = Promise<Int>.pending()
    let keep = promise.done(on: nil) { _ in }
    for _ in 0..<2 {
      let object = lifetime.object()
      promise.done(on: nil) { _ in object.touch() }.cancel()
    }
    #expect(lifetime.alive <= 1)
    resolver.fulfill(1)
    #expect(keep.isFulfilled && lifetime.alive == 0)
  }

  @Test func cancellingFromManyThreadsTellsOnce() {
    for _ in 0..<200 {
      let log = Log<Int>()
      let (promise, resolver) = Promise<Int>.pending()
      let ends = (0..<4).map { _ in promise.map(on: nil) { $0 } }
      DispatchQueue.concurrentPerform(iterations: 6) { thread in
        switch thread {
        case 4: resolver.onCancel { log(1) }
        case 5: promise.cancel()
        default: ends[thread].cancel()
        }
      }
      #expect(log.count == 1 && promise.error is CancellationError)
    }
  }

  @Test func aHandlerMayCancelItsOwnPromise() {
    let (promise, resolver) = Promise<Int>.pending()
    let own = Log<Promise<Int>>()
    let derived = promise.map(on: nil) { number in
      own.entries[0].cancel()
      return number
    }
    own(derived)
    resolver.fulfill(1)
    #expect(derived.error is CancellationError && promise.value == 1)
  }

  @Test func aTimerThatNobodyWaitsForIsRemoved() {
    let timer = after(seconds: 3600)
    let chain = timer.then(on: nil) { Promise.value(1) }
    chain.cancel()
    #expect(chain.error is CancellationError && timer.isFulfilled)
  }

  @Test func aCancelledHandlerOfATimerDoesNotRun() {
    let log = Log<String>()
    let handler = after(seconds: 3600).done(on: nil) { log("fired") }
    handler.cancel()
    #expect(handler.isFulfilled && log.entries == [])
  }

  @Test func aGuaranteeThatRecoversSeesTheCancellation() {
    let (promise, resolver) = Promise<Int>.pending()
    let guarantee: Guarantee<Int> = promise.recover(on: nil) { _ in Guarantee.value(-1) }
    guarantee.cancel()
    #expect(resolver.isCancelled && guarantee.value == -1)
  }

  @Test(arguments: 0..<5) func whoHasAnOutcomeIsNoConsumerAnyMore(_ number: Int) throws {
    let (promise, resolver) = Promise<Int>.pending()
    let (first, failure) = Promise<Int>.pending()
    let wholes: [@Sendable () -> Promise<Void>] = [
      { race([promise, first], losers: .spare).asVoid() },
      { when(fulfilled: [promise, first]).asVoid() },
      { when(fulfilled: promise, first).asVoid() },
      { when(fulfilled: [promise, first].makeIterator(), maxConcurrent: 2).asVoid() },
      { promise.timeout(seconds: 0, losers: .spare).asVoid() },
    ]
    let whole = wholes[number]().catch(on: nil) { _ in }
    first.catch(on: nil) { _ in }
    let child = promise.map(on: nil) { $0 }
    failure.reject(TestError.one)
    #expect(throws: (any Error).self) { try whole.wait() }
    #expect(promise.isPending)
    child.cancel()
    #expect(promise.isRejected && resolver.isCancelled)
  }

  @Test func whoHadAnOutcomeBeforeItCameIsNoConsumerEither() {
    let (promise, resolver) = Promise<Int>.pending()
    when(fulfilled: [Promise(error: TestError.one), promise]).catch(on: nil) { _ in }
    promise.map(on: nil) { $0 }.cancel()
    #expect(resolver.isCancelled)
  }
}
