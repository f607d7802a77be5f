import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when` and `race`.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct CombinatorTests {
  // MARK: when(fulfilled:)

  @Test func whenGivesTheValuesInOrder() async throws {
    let pending = (0..<100).map { _ in Promise<Int>.pending() }
    let whole = when(fulfilled: pending.map(\.promise))
    for (number, member) in pending.enumerated().reversed() { member.resolver.fulfill(number) }
    #expect(try await whole.get() == Array(0..<100))
  }

  @Test func whenOfNobodyIsFulfilled() async throws {
    #expect(try await when(fulfilled: [Promise<Int>]()).get() == [])
    try await when(fulfilled: [Promise<Void>]()).get()
  }

  @Test func whenIsRejectedByTheFirstFailureAndTheOthersGoOn() async throws {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    let whole = when(fulfilled: [first, second])
    two.reject(TestError.two)
    await #expect(throws: TestError.two) { try await whole.get() }
    #expect(first.isPending && !one.isCancelled)
    one.fulfill(1)
    #expect(first.value == 1)
  }

  @Test func whenOfATupleKeepsTheTypes() async throws {
    let (number, text, isTrue) = try await when(
      fulfilled: Promise.value(1), Promise.value("a"), Guarantee.value(true)
    ).get()
    #expect(number == 1 && text == "a" && isTrue)
    let five = try await when(
      fulfilled: Promise.value(1), Promise.value("b"), Promise.value(3.0), Guarantee.value(false), Promise.value([5])
    ).get()
    #expect(five == (1, "b", 3.0, false, [5]))
    let failed = when(fulfilled: Promise.value(1), Promise<String>(error: TestError.one))
    await #expect(throws: TestError.one) { _ = try await failed.get() }
  }

  @Test func whenOfPromisesOfNothing() async throws {
    let whole: Promise<Void> = when(fulfilled: Promise<Void>(), Promise<Void>())
    try await whole.get()
    try await when(fulfilled: Promise<Void>(), Promise<Void>(), Promise<Void>()).done {}.get()
    let array: Promise<Void> = when(fulfilled: [Promise<Void>(), Promise<Void>()])
    try await array.get()
    #expect(whole.isFulfilled && array.isFulfilled)
  }

  @Test func cancellingWhenCancelsThoseThatNobodyElseWants() async {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    let other = second.map(on: nil) { $0 }
    let whole = when(fulfilled: [first, second])
    whole.cancel()
    await #expect(throws: CancellationError.self) { try await whole.get() }
    #expect(one.isCancelled && first.isRejected)
    #expect(!two.isCancelled && second.isPending)
    two.fulfill(2)
    #expect(other.value == 2)
  }

  @Test func whenOverManyPromises() async throws {
    let count = many(100_000)
    let pending = (0..<count).map { _ in Promise<Int>.pending() }
    let whole = when(fulfilled: pending.lazy.map(\.promise))
    for (number, member) in pending.enumerated() { member.resolver.fulfill(number) }
    let values = try await whole.get()
    #expect(values.count == count && values.last == count - 1)
  }

  // MARK: when(fulfilled:maxConcurrent:)

  @Test(arguments: [1, 3, 100]) func neverMoreAtWorkThanAllowed(_ width: Int) async throws {
    let atWork = Lock((now: 0, most: 0))
    let queue = DispatchQueue(label: "CombinatorTests", attributes: .concurrent)
    let makers = (0..<200).lazy.map { number in
      let isAllowed = atWork.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
        return counts.now <= width
      }
      #expect(isAllowed)
      return queue.async(.promise) { () throws -> Int in
        atWork.withLock { $0.now -= 1 }
        return number
      }
    }
    let values = try await when(fulfilled: makers.makeIterator(), maxConcurrent: width).get()
    #expect(values == Array(0..<200))
  }

  @Test(arguments: [0, -1]) func withoutRoomNothingIsMade(_ width: Int) async {
    let made = Log<Int>()
    let makers = (0..<3).lazy.map { number in
      made(number)
      return Promise.value(number)
    }
    await #expect(throws: PromiseError.self) {
      try await when(fulfilled: makers.makeIterator(), maxConcurrent: width).get()
    }
    #expect(made.entries == [])
  }

  @Test func nothingIsMadeAfterAFailure() async {
    let made = Log<Int>()
    let makers = (0..<10).lazy.map { number in
      made(number)
      return number == 2 ? Promise<Int>(error: TestError.one) : .value(number)
    }
    await #expect(throws: TestError.one) {
      try await when(fulfilled: makers.makeIterator(), maxConcurrent: 1).get()
    }
    #expect(made.entries == [0, 1, 2])
  }

  @Test func cancellingCancelsWhatIsAtWorkAndMakesNoMore() {
    let made = Log<Resolver<Int>>()
    let makers = AnyIterator { () -> Promise<Int>? in
      let (promise, resolver) = Promise<Int>.pending()
      made(resolver)
      return promise
    }
    let whole = when(fulfilled: makers, maxConcurrent: 3)
    #expect(made.count == 3)
    whole.cancel()
    #expect(whole.error is CancellationError)
    #expect(made.count == 3 && made.entries.allSatisfy { $0.isCancelled })
  }

  @Test func manySettledOnesNeedNoStack() async throws {
    await onSmallStack {
      let makers = (0..<many(100_000)).lazy.map { Promise.value($0) }
      let whole = when(fulfilled: makers.makeIterator(), maxConcurrent: 8)
      #expect(whole.value?.count == many(100_000))
    }
  }

  @Test func onAnActorTheIteratorIsAskedOnThatActor() async throws {
    #expect(try await Maker().make().get() == [1, 2, 3, 4])
  }

  actor Maker {
    var count = 0

    func make() -> Promise<[Int]> {
      let makers = AnyIterator { () -> Promise<Int>? in
        self.preconditionIsolated()
        self.count += 1
        return self.count > 4 ? nil : DispatchQueue.global().async(.promise) { [count = self.count] () throws in count }
      }
      return when(fulfilled: makers, maxConcurrent: 2)
    }
  }

  // MARK: race

  @Test func theFirstToSettleWinsAndTheOthersAreCancelled() async throws {
    let (slow, resolver) = Promise<Int>.pending()
    let (fast, winner) = Promise<Int>.pending()
    let whole = race(slow, fast)
    winner.fulfill(1)
    #expect(try await whole.get() == 1)
    #expect(resolver.isCancelled && slow.error is CancellationError)
  }

  @Test func whoeverHearsOfTheOutcomeFindsTheLosersCancelled() async throws {
    // Whoever comes while another thread settles the whole may look before that has told the losers.
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

  @Test func aHandlerOfOnCancelKeepsNobodyWaiting() {
    let log = Log<String>()
    let (loser, work) = Promise<Int>.pending()
    let (winner, resolver) = Promise<Int>.pending()
    work.onCancel { log("onCancel") }
    race(loser.map(on: nil) { $0 }, winner).tap(on: nil) { _ in log(loser.isCancelled ? "heard" : "too early") }
      .cauterize()
    resolver.fulfill(1)
    #expect(log.entries == ["heard", "onCancel"])
    let (promise, other) = Promise<Int>.pending()
    other.onCancel { log("onCancel") }
    promise.ensure(on: nil) { log("heard") }.cauterize()
    promise.cancel()
    #expect(log.entries == ["heard", "onCancel", "heard", "onCancel"])
  }

  @Test func aLoserThatSomebodyElseWantsGoesOn() async throws {
    let (slow, resolver) = Promise<Int>.pending()
    let other = slow.map(on: nil) { $0 + 1 }
    #expect(try await race([slow, .value(1)]).get() == 1)
    #expect(slow.isPending)
    resolver.fulfill(2)
    #expect(other.value == 3)
  }

  @Test func anErrorWinsToo() async {
    let (slow, resolver) = Promise<Int>.pending()
    await #expect(throws: TestError.one) { try await race(slow, Promise(error: TestError.one)).get() }
    #expect(resolver.isCancelled)
  }

  @Test func theLoserIsCancelledAlsoIfTheWinnerSettlesMeanwhile() {
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

  @Test func aRaceOfNobodyIsRejected() async {
    await #expect(throws: PromiseError.self) { try await race([Promise<Int>]()).get() }
  }

  @Test func aRaceOfGuaranteesLeavesNoTimer() async {
    let slow = after(seconds: 3600)
    let (fast, seal) = Guarantee<Void>.pending()
    let whole = race(slow, fast)
    seal(())
    await whole.get()
    #expect(slow.isFulfilled)
  }

  @Test func aRaceOfAbandonedGuaranteesIsAbandoned() async {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let whole = race(Guarantee<Int> { _ in }, Guarantee<Int> { _ in })
      let derived = whole.then(on: nil) { Promise.value($0) }
      #expect(derived.error is PromiseError)
    }
    #expect(log.count == 2)
  }

  @Test func cancellingARaceCancelsThoseWhoRun() {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    race(first, second).cancel()
    #expect(one.isCancelled && two.isCancelled)
  }
}
