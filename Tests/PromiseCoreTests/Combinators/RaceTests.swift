import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Which input wins `race` and `race(fulfilled:)`, and what happens to the losers.
@Suite(.promises(timeLimit: .testLimit)) struct RaceTests {
  typealias Pending = [(promise: Promise<Int>, resolver: Resolver<Int>)]

  private func pending(_ count: Int) -> Pending { (0..<count).map { _ in Promise<Int>.pending() } }

  // MARK: race

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

  // MARK: race(fulfilled:)

  @Test(arguments: 0..<3)
  func `the first input to be fulfilled wins race(fulfilled:), and the others are canceled`(_ winner: Int) {
    let pending = pending(4)
    let whole = race(fulfilled: pending.map(\.promise))
    pending[3].resolver.reject(TestError.one)
    #expect(whole.isPending)
    pending[winner].resolver.fulfill(winner)
    #expect(whole.value == winner)
    for index in 0..<3 where index != winner { #expect(pending[index].resolver.isCancelled) }
  }

  @Test func `a rejection does not cancel the other inputs of race(fulfilled:)`() {
    let pending = pending(2)
    let whole = race(fulfilled: pending[0].promise, pending[1].promise)
    pending[0].resolver.reject(TestError.one)
    #expect(whole.isPending && !pending[1].resolver.isCancelled)
    pending[1].resolver.fulfill(1)
    #expect(whole.value == 1)
  }

  @Test func `race(fulfilled:) does not cancel losers that are spared or have another consumer`() {
    let spared = pending(2)
    let one = race(fulfilled: spared.map(\.promise), losers: .spare)
    spared[0].resolver.fulfill(0)
    #expect(one.value == 0 && !spared[1].resolver.isCancelled)
    spared[1].resolver.fulfill(1)
    let wanted = pending(2)
    let other = wanted[1].promise.map(on: nil) { $0 + 1 }
    let two = race(fulfilled: wanted[0].promise, wanted[1].promise)
    wanted[0].resolver.fulfill(0)
    #expect(two.value == 0 && !wanted[1].resolver.isCancelled)
    wanted[1].resolver.fulfill(1)
    #expect(spared[1].promise.value == 1 && other.value == 2)
  }

  @Test(arguments: [[0, 1, 2], [2, 0, 1], [1, 2, 0]])
  func `race(fulfilled:) without a winner collects all errors in the order of the inputs`(_ order: [Int]) {
    let pending = pending(3)
    let whole = race(fulfilled: pending.map(\.promise))
    for index in order {
      #expect(whole.isPending)
      pending[index].resolver.reject(Numbered(number: index))
    }
    guard case .noWinner(let errors)? = whole.error as? PromiseError else {
      Issue.record("\(whole)")
      return
    }
    #expect(Array(errors) as? [Numbered] == (0..<3).map(Numbered.init))
  }

  @Test func `race(fulfilled:) collects all errors if its inputs are rejected concurrently`() {
    let pairs = (0..<2000).map { _ in (Promise<Int>.pending(), Promise<Int>.pending()) }
    let wholes = pairs.map { race(fulfilled: $0.0.promise, $0.1.promise) }
    collide(pairs.map { ($0.0.resolver, $0.1.resolver) }) {
      $0.0.reject(TestError.one)
    } other: {
      $0.1.reject(TestError.two)
    }
    for whole in wholes {
      guard case .noWinner(let errors)? = whole.error as? PromiseError else {
        Issue.record("\(whole)")
        continue
      }
      #expect(Array(errors) as? [TestError] == [.one, .two])
    }
  }

  @Test func `race(fulfilled:) reports the errors of its inputs only if no input wins`() {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      _ = race(fulfilled: Promise<Int>(error: TestError.one), .value(2))
    }
    #expect(log.entries == [])
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      _ = race(fulfilled: Promise<Int>(error: TestError.one), Promise(error: TestError.two))
    }
    #expect(log.count == 1 && log.entries[0].contains("one; two"))
  }

  @Test func `canceling race(fulfilled:) cancels the inputs that have no other consumer`() {
    let pending = pending(2)
    let other = pending[1].promise.map(on: nil) { $0 }
    let whole = race(fulfilled: pending.map(\.promise))
    whole.cancel()
    #expect(whole.error is CancellationError)
    #expect(pending[0].resolver.isCancelled && !pending[1].resolver.isCancelled)
    pending[1].resolver.fulfill(1)
    #expect(other.value == 1)
  }

  @Test func `canceling a race cancels its inputs even if losers are spared`() {
    let pending = pending(2)
    race(pending.map(\.promise), losers: .spare).cancel()
    #expect(pending[0].resolver.isCancelled && pending[1].resolver.isCancelled)
  }
}
