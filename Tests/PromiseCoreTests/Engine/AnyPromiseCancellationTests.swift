import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Cancellation: which promises it rejects, which producers it notifies, and which promises it leaves pending.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct AnyPromiseCancellationTests {
  let queue = DispatchQueue(label: "AnyPromiseCancellationTests")

  @Test func `canceling rejects the promise and notifies its producer once`() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { log("first") }
    resolver.onCancel { log("second") }
    promise.cancel()
    #expect(promise.error is CancellationError)
    #expect(log.entries == ["first", "second"] && resolver.isCancelled)
    promise.cancel()
    resolver.fulfill(1)
    #expect(log.count == 2 && promise.isRejected && AnyPromise(promise).isCancelled)
  }

  @Test func `onCancel on a canceled promise runs the handler immediately`() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    promise.cancel()
    resolver.onCancel { log("late") }
    #expect(log.entries == ["late"])
  }

  @Test func `canceling a settled promise has no effect`() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { log("notified") }
    resolver.fulfill(1)
    promise.cancel()
    resolver.onCancel { log("late") }
    #expect(promise.value == 1 && !resolver.isCancelled && log.entries == [])
  }

  @Test func `cancellation propagates upstream once no other consumer is left`() {
    let (promise, resolver) = Promise<Int>.pending()
    let first = promise.map(on: nil) { $0 + 1 }.map(on: nil) { $0 + 1 }
    let second = promise.done(on: nil) { _ in }
    first.cancel()
    #expect(promise.isPending && !resolver.isCancelled)
    second.cancel()
    #expect(promise.isRejected && resolver.isCancelled)
  }

  @Test(arguments: [false, true])
  func `a consumer that attaches while the last other one is canceled is not canceled with it`(_ isGuarantee: Bool) {
    struct Source: Sendable {
      let first: AnyPromise
      let attach: @Sendable () -> AnyPromise
      let isCanceled: @Sendable () -> Bool
      let settle: @Sendable () -> Void
    }
    let sources = (0..<raceCount).map { _ in
      if isGuarantee {
        let (guarantee, fulfill) = Guarantee<Int>.pending()
        return Source(
          first: guarantee.map(on: nil) { $0 }.any, attach: { guarantee.map(on: nil) { $0 }.any },
          isCanceled: { guarantee.any.isCancelRequested }, settle: { fulfill(1) })
      }
      let (promise, resolver) = Promise<Int>.pending()
      return Source(
        first: promise.map(on: nil) { $0 }.any, attach: { promise.map(on: nil) { $0 }.any },
        isCanceled: { resolver.isCancelled }, settle: { resolver.fulfill(1) })
    }
    let attached = Log<(Source, consumer: AnyPromise)>()
    collide(sources) {
      $0.first.cancel()
    } other: { source in
      let consumer = source.attach()
      if !source.isCanceled() { attached((source, consumer)) }
    }
    // From the moment at which they found their sources not canceled, the consumers wanted the outcomes.
    #expect(attached.entries.filter { $0.0.isCanceled() }.isEmpty)
    for source in sources { source.settle() }
  }

  @Test func `cancellation propagates to the promise that a handler returned`() {
    let (inner, resolver) = Promise<Int>.pending()
    let outer = Promise.value(1).then(on: nil) { _ in inner }.map(on: nil) { $0 }
    outer.cancel()
    #expect(resolver.isCancelled && inner.isRejected)
  }

  @Test func `cancellation reaches a promise that a handler is returning on another thread`() {
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

  @Test func `a canceled promise releases its handler without running it`() {
    let log = Log<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    let unwanted = promise.done(on: nil) { log($0) }
    let wanted = promise.map(on: nil) { $0 }
    unwanted.cancel()
    resolver.fulfill(1)
    #expect(wanted.value == 1 && log.entries == [])
  }

  @Test func `ensure and catch handlers observe the cancellation of their own promise`() async {
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

  @Test func `of 1,000 canceled consumers, at most one handler is retained`() {
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

  @Test func `of two canceled consumers, at most one handler is retained`() {
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

  @Test func `canceling from many threads calls the onCancel handler once`() {
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

  @Test func `a handler may cancel its own promise`() {
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

  @Test func `canceling a chain removes the timer at its start`() {
    let timer = after(seconds: 3600)
    let chain = timer.then(on: nil) { Promise.value(1) }
    chain.cancel()
    #expect(chain.error is CancellationError && timer.isFulfilled)
  }

  @Test func `a canceled handler of a timer does not run`() {
    let log = Log<String>()
    let handler = after(seconds: 3600).done(on: nil) { log("fired") }
    handler.cancel()
    #expect(handler.isFulfilled && log.entries == [])
  }

  @Test func `canceling a guarantee that recovers cancels the promise and runs its handler`() {
    let (promise, resolver) = Promise<Int>.pending()
    let guarantee: Guarantee<Int> = promise.recover(on: nil) { _ in Guarantee.value(-1) }
    guarantee.cancel()
    #expect(resolver.isCancelled && guarantee.value == -1)
  }

  @Test(arguments: 0..<5)
  func `a combinator that has settled no longer counts as a consumer of its inputs`(_ number: Int) throws {
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

  @Test func `a combinator that settles while it attaches is not a consumer of its remaining inputs`() {
    let (promise, resolver) = Promise<Int>.pending()
    when(fulfilled: [Promise(error: TestError.one), promise]).catch(on: nil) { _ in }
    promise.map(on: nil) { $0 }.cancel()
    #expect(resolver.isCancelled)
  }
}
