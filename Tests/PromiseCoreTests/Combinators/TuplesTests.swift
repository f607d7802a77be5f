import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when` and `race`.
@Suite(.promises(timeLimit: .testLimit)) struct CombinatorTests {
  // MARK: when(fulfilled:)

  @Test func `when(fulfilled:) returns the values in the order of its inputs`() async throws {
    let pending = (0..<100).map { _ in Promise<Int>.pending() }
    let whole = when(fulfilled: pending.map(\.promise))
    for (number, input) in pending.enumerated().reversed() { input.resolver.fulfill(number) }
    #expect(try await whole.get() == Array(0..<100))
  }

  @Test func `when(fulfilled:) of no promises is fulfilled`() async throws {
    #expect(try await when(fulfilled: [Promise<Int>]()).get() == [])
    try await when(fulfilled: [Promise<Void>]()).get()
  }

  @Test func `when(fulfilled:) is rejected by the first failure and leaves its other inputs pending`() async throws {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    let whole = when(fulfilled: [first, second])
    two.reject(TestError.two)
    await #expect(throws: TestError.two) { try await whole.get() }
    #expect(first.isPending && !one.isCancelled)
    one.fulfill(1)
    #expect(first.value == 1)
  }

  @Test func `when(fulfilled:) of separate arguments preserves their types`() async throws {
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

  @Test func `when(fulfilled:) of Void promises returns a Void promise`() async throws {
    let whole: Promise<Void> = when(fulfilled: Promise<Void>(), Promise<Void>())
    try await whole.get()
    try await when(fulfilled: Promise<Void>(), Promise<Void>(), Promise<Void>()).done {}.get()
    let array: Promise<Void> = when(fulfilled: [Promise<Void>(), Promise<Void>()])
    try await array.get()
    #expect(whole.isFulfilled && array.isFulfilled)
  }

  @Test func `canceling when(fulfilled:) cancels the inputs that have no other consumer`() async {
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

  @Test func `when(fulfilled:) of 100,000 promises returns all values`() async throws {
    let count = many(100_000)
    let pending = (0..<count).map { _ in Promise<Int>.pending() }
    let whole = when(fulfilled: pending.lazy.map(\.promise))
    for (number, input) in pending.enumerated() { input.resolver.fulfill(number) }
    let values = try await whole.get()
    #expect(values.count == count && values.last == count - 1)
  }

  // MARK: when(fulfilled:maxConcurrent:)

  @Test(arguments: [1, 3, 100])
  func `when(fulfilled:maxConcurrent:) never exceeds its limit`(_ width: Int) async throws {
    let running = Lock((now: 0, most: 0))
    let queue = DispatchQueue(label: "CombinatorTests", attributes: .concurrent)
    let promises = (0..<200).lazy.map { number in
      let isAllowed = running.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
        return counts.now <= width
      }
      #expect(isAllowed)
      return queue.async(.promise) { () throws -> Int in
        running.withLock { $0.now -= 1 }
        return number
      }
    }
    let values = try await when(fulfilled: promises.makeIterator(), maxConcurrent: width).get()
    #expect(values == Array(0..<200))
  }

  @Test(arguments: [0, -1])
  func `with a limit below one, when(fulfilled:maxConcurrent:) is rejected and creates no promise`(_ width: Int) async {
    let created = Log<Int>()
    let promises = (0..<3).lazy.map { number in
      created(number)
      return Promise.value(number)
    }
    await #expect(throws: PromiseError.self) {
      try await when(fulfilled: promises.makeIterator(), maxConcurrent: width).get()
    }
    #expect(created.entries == [])
  }

  @Test func `when(fulfilled:maxConcurrent:) creates no promise after a failure`() async {
    let created = Log<Int>()
    let promises = (0..<10).lazy.map { number in
      created(number)
      return number == 2 ? Promise<Int>(error: TestError.one) : .value(number)
    }
    await #expect(throws: TestError.one) {
      try await when(fulfilled: promises.makeIterator(), maxConcurrent: 1).get()
    }
    #expect(created.entries == [0, 1, 2])
  }

  @Test func `canceling when(fulfilled:maxConcurrent:) cancels pending inputs and starts no more`() {
    let created = Log<Resolver<Int>>()
    let promises = AnyIterator { () -> Promise<Int>? in
      let (promise, resolver) = Promise<Int>.pending()
      created(resolver)
      return promise
    }
    let whole = when(fulfilled: promises, maxConcurrent: 3)
    #expect(created.count == 3)
    whole.cancel()
    #expect(whole.error is CancellationError)
    #expect(created.count == 3 && created.entries.allSatisfy { $0.isCancelled })
  }

  @Test func `many settled promises from an iterator need no stack`() async throws {
    await onSmallStack {
      let promises = (0..<many(100_000)).lazy.map { Promise.value($0) }
      let whole = when(fulfilled: promises.makeIterator(), maxConcurrent: 8)
      #expect(whole.value?.count == many(100_000))
    }
  }

  @Test func `on an actor, the iterator is called on that actor`() async throws {
    #expect(try await Producer().make().get() == [1, 2, 3, 4])
  }

  actor Producer {
    var count = 0

    func make() -> Promise<[Int]> {
      let promises = AnyIterator { () -> Promise<Int>? in
        self.preconditionIsolated()
        self.count += 1
        return self.count > 4 ? nil : DispatchQueue.global().async(.promise) { [count = self.count] () throws in count }
      }
      return when(fulfilled: promises, maxConcurrent: 2)
    }
  }

  // MARK: race

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
}
