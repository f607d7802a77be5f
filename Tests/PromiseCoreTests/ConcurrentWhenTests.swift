import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when(fulfilled:maxConcurrent:)`: when the iterator is asked, and by whom.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct ConcurrentWhenTests {
  /// An iterator that notes what it made, and how often it was asked.
  final class Maker: IteratorProtocol, Sendable {
    let made = Log<Resolver<Int>>()
    let asked = Log<Int>()
    let limit: Int

    init(limit: Int = .max) { self.limit = limit }

    func next() -> Promise<Int>? {
      asked(asked.count)
      guard made.count < limit else { return nil }
      let (promise, resolver) = Promise<Int>.pending()
      made(resolver)
      return promise
    }
  }

  // MARK: How many

  @Test(arguments: 1...4) func asManyAreAtWorkAsThereIsRoomFor(_ width: Int) {
    let maker = Maker(limit: 10)
    let whole = when(fulfilled: maker, maxConcurrent: width)
    for number in 0..<10 {
      #expect(maker.made.count == min(width + number, 10))
      #expect(whole.isPending)
      maker.made.entries[number].fulfill(number)
    }
    #expect(whole.value == Array(0..<10))
    #expect(maker.asked.count == 11)
  }

  @Test func theValuesAreInTheOrderInWhichThePromisesWereMade() {
    let maker = Maker(limit: 6)
    let whole = when(fulfilled: maker, maxConcurrent: 3)
    for number in [2, 1, 4, 3, 5, 0] { maker.made.entries[number].fulfill(number) }
    #expect(whole.value == [0, 1, 2, 3, 4, 5])
  }

  @Test func moreRoomThanPromises() {
    let maker = Maker(limit: 2)
    let whole = when(fulfilled: maker, maxConcurrent: 100)
    #expect(maker.asked.count == 3)
    maker.made.entries[1].fulfill(1)
    maker.made.entries[0].fulfill(0)
    #expect(whole.value == [0, 1] && maker.asked.count == 3)
  }

  @Test func anIteratorThatHasNothingIsAskedOnce() {
    let maker = Maker(limit: 0)
    let whole = when(fulfilled: maker, maxConcurrent: 3)
    #expect(whole.value == [] && maker.asked.count == 1)
  }

  @Test func guaranteesAndTheirTimers() async throws {
    let atWork = Lock(0)
    let makers = (0..<20).lazy.map { number in
      #expect(
        atWork.withLock { count in
          count += 1
          return count
        } <= 3)
      return after(seconds: 0.0001 * Double(number % 3)).map(on: nil) {
        atWork.withLock { $0 -= 1 }
        return number
      }
    }
    #expect(try await when(fulfilled: makers.makeIterator(), maxConcurrent: 3).get() == Array(0..<20))
  }

  // MARK: Who asks

  @Test func theIteratorIsNeverAskedByTwoThreadsAtOnce() async throws {
    let isInside = Lock(false)
    let made = Counter()
    let queue = DispatchQueue(label: "ConcurrentWhenTests", attributes: .concurrent)
    let makers = AnyIterator { () -> Promise<Int>? in
      let isFirst = isInside.withLock { isInside in
        defer { isInside = true }
        return !isInside
      }
      #expect(isFirst)
      defer { isInside.withLock { $0 = false } }
      let number = made.next()
      // Some settle while the iterator is being asked, some later, some have before.
      return number == 5000 ? nil : number % 5 == 0 ? .value(number) : queue.async(.promise) { () throws in number }
    }
    let values = try await when(fulfilled: makers, maxConcurrent: 8).get()
    #expect(values == Array(0..<5000))
    #expect(made.value == 5001)
  }

  @Test func anIteratorMaySettleWhatItMadeBefore() {
    let resolvers = Log<Resolver<Int>>()
    let makers = AnyIterator { () -> Promise<Int>? in
      let (promise, resolver) = Promise<Int>.pending()
      resolvers.entries.last?.fulfill(resolvers.count)
      resolvers(resolver)
      return resolvers.count > 1000 ? nil : promise
    }
    let whole = when(fulfilled: makers, maxConcurrent: 2)
    #expect(whole.value == Array(1...1000))
    resolvers.entries.last?.fulfill(0)
  }

  // MARK: Early exit

  @Test func theIteratorIsNotAskedAfterARejectionAndTheOthersGoOn() {
    let maker = Maker()
    let whole = when(fulfilled: maker, maxConcurrent: 3)
    maker.made.entries[1].reject(TestError.one)
    #expect(whole.error as? TestError == .one)
    #expect(maker.asked.count == 3)
    #expect(!maker.made.entries[0].isCancelled && maker.made.entries[2].promise.isPending)
    maker.made.entries[0].fulfill(0)
    maker.made.entries[2].reject(TestError.two)
    #expect(maker.asked.count == 3 && whole.error as? TestError == .one)
  }

  @Test func theIteratorIsNotAskedForTheRoomThatARejectedOneHas() {
    let asked = Log<Int>()
    let makers = AnyIterator { () -> Promise<Int>? in
      asked(1)
      return Promise(error: TestError.one)
    }
    #expect(when(fulfilled: makers, maxConcurrent: 100).error as? TestError == .one)
    #expect(asked.count == 1)
  }

  @Test func theErrorsOfThoseThatFailLaterAreNotReported() {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let maker = Maker()
      when(fulfilled: maker, maxConcurrent: 2).catch(on: nil) { _ in }
      maker.made.entries[0].reject(TestError.one)
      maker.made.entries[1].reject(TestError.two)
    }
    #expect(log.entries == [])
  }

  // MARK: Cancellation

  @Test func cancellingCancelsWhatNobodyElseWantsAndMakesNoMore() {
    let maker = Maker()
    let whole = when(fulfilled: maker, maxConcurrent: 3)
    let other = maker.made.entries[2].promise.map(on: nil) { $0 }
    maker.made.entries[0].fulfill(0)
    whole.cancel()
    #expect(whole.error is CancellationError)
    #expect(!maker.made.entries[0].isCancelled && maker.made.entries[1].isCancelled)
    #expect(!maker.made.entries[2].isCancelled && maker.made.entries[3].isCancelled)
    maker.made.entries[2].fulfill(2)
    #expect(other.value == 2 && maker.asked.count == 4)
  }

  @Test func oneThatIsJustBeingMadeIsCancelledToo() {
    let wholes = Log<Promise<[Int]>>()
    let resolvers = Log<Resolver<Int>>()
    let makers = AnyIterator { () -> Promise<Int>? in
      // Asked by whoever settles the first one, so that the whole is known by then.
      wholes.entries.first?.cancel()
      let (promise, resolver) = Promise<Int>.pending()
      resolvers(resolver)
      return promise
    }
    let whole = when(fulfilled: makers, maxConcurrent: 1)
    wholes(whole)
    resolvers.entries[0].fulfill(0)
    #expect(whole.error is CancellationError)
    #expect(resolvers.count == 2 && resolvers.entries[1].isCancelled)
  }

  @Test func whatSettlesWhileTheWholeIsCancelledMakesNoMore() {
    let rounds = (0..<500).map { _ in
      let maker = Maker()
      return (maker, when(fulfilled: maker, maxConcurrent: 2))
    }
    collide(rounds) {
      $0.0.made.entries[0].fulfill(0)
    } other: {
      $0.1.cancel()
    }
    for (maker, whole) in rounds {
      #expect(whole.error is CancellationError)
      let made = maker.made.entries
      #expect(made.count <= 3 && made[1...].allSatisfy { $0.isCancelled })
    }
  }

  // MARK: Lifetime

  @Test func theIteratorGoesWithTheLastOfItsPromises() {
    weak var forgotten: Maker?
    let resolvers: [Resolver<Int>]
    do {
      let maker = Maker(limit: 2)
      forgotten = maker
      _ = when(fulfilled: maker, maxConcurrent: 2)
      resolvers = maker.made.entries
    }
    #expect(forgotten != nil)
    for resolver in resolvers { resolver.fulfill(0) }
    #expect(forgotten == nil)
  }

  // MARK: Actors

  @Test @MainActor func onTheMainActorTheIteratorIsAskedThere() async throws {
    var count = 0
    let makers = AnyIterator { () -> Promise<Int>? in
      MainActor.assertIsolated()
      count += 1
      return count > 50 ? nil : DispatchQueue.global().async(.promise) { [count] () throws in count }
    }
    let values = try await when(fulfilled: makers, maxConcurrent: 4).get()
    #expect(values == Array(1...50) && count == 51)
  }
}
