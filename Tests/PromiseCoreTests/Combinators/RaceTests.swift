import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Which input wins `race`, and what happens to the losers.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct RaceTests {
  typealias Pending = [(promise: Promise<Int>, resolver: Resolver<Int>)]

  private func pending(_ count: Int) -> Pending { (0..<count).map { _ in Promise<Int>.pending() } }

  @Test(arguments: 0..<3) func `the first input to settle wins, and the others are canceled`(_ winner: Int) {
    let pending = pending(3)
    let value = race(pending.map(\.promise))
    pending[winner].resolver.fulfill(winner)
    #expect(value.value == winner)
    let others = self.pending(3)
    let error = race(others.map(\.promise))
    others[winner].resolver.reject(TestError.one)
    #expect(error.error as? TestError == .one)
    for (index, other) in pending.enumerated() where index != winner { #expect(other.resolver.isCancelled) }
    for (index, other) in others.enumerated() where index != winner { #expect(other.resolver.isCancelled) }
  }

  @Test func `the first of several settled inputs wins`() {
    #expect(race([Promise.value(1), .value(2)]).value == 1)
    #expect(race(Promise<Int>(error: TestError.one), .value(2)).error as? TestError == .one)
  }

  @Test func `losers that are spared are not canceled`() {
    let pending = pending(3)
    let whole = race(pending.map(\.promise), losers: .spare)
    pending[1].resolver.fulfill(1)
    #expect(whole.value == 1)
    #expect(!pending[0].resolver.isCancelled && pending[2].promise.isPending)
    pending[0].resolver.fulfill(0)
    pending[2].resolver.reject(TestError.two)
    #expect(pending[0].promise.value == 0 && pending[2].promise.error as? TestError == .two)
  }

  @Test func `a spared loser continues after the winner is rejected`() {
    let pending = pending(2)
    let whole = race(pending[0].promise, pending[1].promise, losers: .spare)
    pending[0].resolver.reject(TestError.one)
    #expect(whole.error as? TestError == .one && !pending[1].resolver.isCancelled)
    pending[1].resolver.fulfill(1)
    #expect(pending[1].promise.value == 1)
  }

  @Test func `a loser with another consumer is not canceled`() {
    let pending = pending(3)
    let other = pending[2].promise.map(on: nil) { $0 + 1 }
    let whole = race(pending.map(\.promise))
    pending[0].resolver.fulfill(0)
    #expect(whole.value == 0)
    #expect(pending[1].resolver.isCancelled && !pending[2].resolver.isCancelled)
    pending[2].resolver.fulfill(2)
    #expect(other.value == 3)
  }

  @Test func `an input of two races is canceled only after it has lost both`() {
    let pending = pending(3)
    let first = race(pending[0].promise, pending[2].promise)
    let second = race(pending[1].promise, pending[2].promise)
    pending[0].resolver.fulfill(0)
    #expect(first.value == 0 && !pending[2].resolver.isCancelled)
    pending[1].resolver.fulfill(1)
    #expect(second.value == 1 && pending[2].resolver.isCancelled)
  }

  @Test(arguments: [LoserPolicy.spare, .cancel])
  func `the late error of a loser is reported only if the loser was spared`(_ losers: LoserPolicy) {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let pending = pending(2)
      let whole = race(pending.map(\.promise), losers: losers)
      pending[0].resolver.fulfill(1)
      pending[1].resolver.reject(TestError.two)
      #expect(whole.value == 1)
    }
    #expect(log.entries.count == (losers == .spare ? 1 : 0))
  }

  @Test func `a race of guarantees returns a guarantee`() {
    let (first, one) = Guarantee<Int>.pending()
    let (second, two) = Guarantee<Int>.pending()
    let whole: Guarantee<Int> = race(first, second)
    two(2)
    one(1)
    #expect(whole.value == 2)
  }

  @Test func `guarantees that lose are canceled unless they are spared or have another consumer`() {
    let (winner, seal) = Guarantee<Void>.pending()
    let (canceled, spared, wanted) = (after(seconds: 3600), after(seconds: 3600), after(seconds: 3600))
    let other = wanted.map(on: nil) { 1 }
    let one: Guarantee<Void> = race(winner, canceled, wanted)
    let two: Guarantee<Void> = race(winner, spared, losers: .spare)
    seal(())
    #expect(one.isFulfilled && two.isFulfilled)
    #expect(canceled.isFulfilled && spared.isPending && wanted.isPending)
    other.cancel()
    spared.cancel()
    #expect(waitForPromises(timeout: 0))
  }

  @Test func `an abandoned guarantee does not win`() {
    silently {
      let (good, seal) = Guarantee<Int>.pending()
      let whole = race(Guarantee<Int>.pending().guarantee, good)
      #expect(whole.isPending)
      seal(2)
      #expect(whole.value == 2)
    }
  }

  @Test func `the result matches one input if two inputs settle concurrently`() {
    let pairs = (0..<2000).map { _ in (Promise<Int>.pending(), Promise<Int>.pending()) }
    let wholes = pairs.map { race($0.0.promise, $0.1.promise) }
    collide(pairs.map { ($0.0.resolver, $0.1.resolver) }) {
      $0.0.fulfill(1)
    } other: {
      $0.1.reject(TestError.two)
    }
    for (pair, whole) in zip(pairs, wholes) {
      let isOne = whole.value == 1 && pair.0.promise.value == 1
      #expect(isOne || whole.error as? TestError == .two && pair.1.promise.error as? TestError == .two)
    }
  }

  @Test func `canceling a race cancels its inputs even if losers are spared`() {
    let pending = pending(2)
    race(pending.map(\.promise), losers: .spare).cancel()
    #expect(pending[0].resolver.isCancelled && pending[1].resolver.isCancelled)
  }

  @Test func `the first promise to settle wins the race and the others are canceled`() async throws {
    let (slow, resolver) = Promise<Int>.pending()
    let (fast, winner) = Promise<Int>.pending()
    let whole = race(slow, fast)
    winner.fulfill(1)
    #expect(try await whole.get() == 1)
    #expect(resolver.isCancelled && slow.error is CancellationError)
  }

  @Test func `observers of a race's outcome find the losers canceled`() async throws {
    // The observers are attached before the race settles. An observer that attaches while another thread settles the
    // race could run before that thread has canceled the losers.
    let clock = HandClock()
    let pending = (0..<5).map { _ in Promise<Int>.pending() }
    let losers = pending.map(\.promise)
    let (winner, resolver) = Promise<Int>.pending()
    let wholes = [
      race(losers[0], winner), race(fulfilled: [losers[1], winner]), losers[2].timeout(.seconds(1), clock: clock),
      race(when(fulfilled: [losers[3]]).map(on: nil) { $0[0] }, winner),
      race(losers[4].map(on: nil) { $0 }.map(on: nil) { $0 }, winner),
    ]
    let found = zip(wholes, losers).map { whole, loser in whole.tap(on: nil) { _ in #expect(loser.isCancelled) } }
    resolver.fulfill(1)
    try await clock.slept(1)
    clock.advance(by: .seconds(1))
    #expect(await when(resolved: found).get().map { try? $0.get() } == [1, 1, nil, 1, 1])
    #expect(pending.allSatisfy { $0.resolver.isCancelled })
  }

  @Test func `onCancel handlers run after the outcome has been delivered to observers`() {
    let log = Log<String>()
    let (loser, work) = Promise<Int>.pending()
    let (winner, resolver) = Promise<Int>.pending()
    work.onCancel { log("onCancel") }
    race(loser.map(on: nil) { $0 }, winner).tap(on: nil) { _ in log(loser.isCancelled ? "settled" : "too early") }
      .cauterize()
    resolver.fulfill(1)
    #expect(log.entries == ["settled", "onCancel"])
    let (promise, other) = Promise<Int>.pending()
    other.onCancel { log("onCancel") }
    promise.ensure(on: nil) { log("settled") }.cauterize()
    promise.cancel()
    #expect(log.entries == ["settled", "onCancel", "settled", "onCancel"])
  }

  @Test func `a loser that has another consumer is not canceled`() async throws {
    let (slow, resolver) = Promise<Int>.pending()
    let other = slow.map(on: nil) { $0 + 1 }
    #expect(try await race([slow, .value(1)]).get() == 1)
    #expect(slow.isPending)
    resolver.fulfill(2)
    #expect(other.value == 3)
  }

  @Test func `a rejection can win a race`() async {
    let (slow, resolver) = Promise<Int>.pending()
    await #expect(throws: TestError.one) { try await race(slow, Promise(error: TestError.one)).get() }
    #expect(resolver.isCancelled)
  }

  @Test func `the loser is canceled even if the winner settles while the race is being created`() {
    for _ in 0..<500 {
      let (slow, resolver) = Promise<Int>.pending()
      let (fast, winner) = Promise<Int>.pending()
      let whole = Log<Promise<Int>>()
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { winner.fulfill(1) } else { whole(race(fast, slow)) }
      }
      #expect(whole.entries[0].value == 1 && resolver.isCancelled)
    }
  }

  @Test func `a race of no promises is rejected`() async {
    await #expect(throws: PromiseError.self) { try await race([Promise<Int>]()).get() }
  }

  @Test func `a race of no promises is rejected with badInput`() {
    expectBadInput(race([Promise<Int>]()))
    expectBadInput(race([Guarantee<Int>](), losers: .spare))
    expectBadInput(race(fulfilled: [Promise<Int>]()))
    expectBadInput(race(fulfilled: [Guarantee<Int>](), losers: .spare))
  }

  @Test func `a race of guarantees removes a losing timer`() async {
    let slow = after(seconds: 3600)
    let (fast, seal) = Guarantee<Void>.pending()
    let whole = race(slow, fast)
    seal(())
    await whole.get()
    #expect(slow.isFulfilled)
  }

  @Test func `a race of abandoned guarantees is abandoned`() async {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let whole = race(Guarantee<Int> { _ in }, Guarantee<Int> { _ in })
      let derived = whole.then(on: nil) { Promise.value($0) }
      #expect(derived.error is PromiseError)
    }
    #expect(log.count == 2)
  }

  @Test func `canceling a race cancels all of its inputs`() {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    race(first, second).cancel()
    #expect(one.isCancelled && two.isCancelled)
  }

  @Test func `a race of guarantees returns a guarantee in each of its forms`() {
    let guarantee = Guarantee.value(1)
    let three = race(guarantee, guarantee, guarantee)
    let spared = race(guarantee, guarantee, losers: .spare)
    let both: [Guarantee<Int>] = [three, spared]
    #expect(both.map(\.value) == [1, 1])
  }
}
