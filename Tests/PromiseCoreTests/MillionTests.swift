import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Combinators over very many promises.
@Suite(.promises(timeLimit: .seconds(280)), .serialized, .timeLimit(.minutes(5))) struct MillionTests {
  static let million = many(1_000_000)

  @Test func whenOverAMillionPromises() async {
    await onSmallStack {
      let pending = (0..<Self.million).map { _ in Promise<Int>.pending() }
      let whole = when(fulfilled: pending.lazy.map(\.promise))
      for (number, member) in pending.enumerated().dropLast() { member.resolver.fulfill(number) }
      #expect(whole.isPending)
      pending[Self.million - 1].resolver.fulfill(Self.million - 1)
      #expect(whole.value?.elementsEqual(0..<Self.million) == true)
    }
  }

  @Test func cancellingWhenOverManyPromisesNeedsNoStack() async {
    await onSmallStack {
      let pending = (0..<many(50_000)).map { _ in Promise<Int>.pending() }
      when(fulfilled: pending.lazy.map(\.promise)).cancel()
      #expect(pending.allSatisfy { $0.resolver.isCancelled })
    }
  }

  @Test func anIteratorOfAMillionPromisesHasOnlyThoseAliveThatArePending() async {
    await onSmallStack {
      let workshop = Workshop(limit: Self.million)
      let whole = when(fulfilled: AnyIterator { workshop.next() }, maxConcurrent: Workshop.width)
      workshop.settleAll()
      #expect(whole.value?.elementsEqual(0..<Self.million) == true)
      // Those that are pending, and the one whose being settled makes room for the next.
      #expect((Workshop.width...Workshop.width + 1).contains(workshop.mostAlive))
      #expect(workshop.strays == 0 && workshop.alive == 0)
    }
  }

  @Test func soHasOneWhosePromisesMayFail() async {
    await onSmallStack {
      let workshop = Workshop(limit: many(30_000))
      let whole = when(resolved: AnyIterator { workshop.next() }, maxConcurrent: Workshop.width)
      workshop.settleAll { number, resolver in
        if number % 2 == 0 { resolver.fulfill(number) } else { resolver.reject(TestError.one) }
      }
      #expect(whole.value?.count == many(30_000))
      #expect((Workshop.width...Workshop.width + 1).contains(workshop.mostAlive))
      #expect(workshop.strays == 0 && workshop.alive == 0)
    }
  }

  /// Makes promises, settles them somewhat out of order, and counts how many are alive.
  final class Workshop {
    static let width = 8
    private let limit: Int
    private var made = 0
    private var pending: [(number: Int, resolver: Resolver<Int>)] = []
    /// The youngest of them. None may be older and alive.
    private var ring = [Reference](repeating: Reference(), count: 4 * width)
    private(set) var strays = 0
    private(set) var mostAlive = 0

    struct Reference {
      weak var promise: Promise<Int>?
    }

    init(limit: Int) { self.limit = limit }

    var alive: Int { ring.count { $0.promise != nil } }

    func next() -> Promise<Int>? {
      guard made < limit else { return nil }
      let (promise, resolver) = Promise<Int>.pending()
      pending.append((made, resolver))
      if ring[made % ring.count].promise != nil { strays += 1 }
      ring[made % ring.count].promise = promise
      made += 1
      // Counting costs more than all the rest.
      if made % 1000 < 10 { mostAlive = max(mostAlive, alive) }
      return promise
    }

    /// Settles one after the other, now the oldest and now one that is younger, until there are none.
    func settleAll(_ settle: (Int, Resolver<Int>) -> Void = { $1.fulfill($0) }) {
      var round = 0
      while !pending.isEmpty {
        round += 1
        let (number, resolver) = pending.remove(at: round % 3 == 0 ? pending.count / 2 : 0)
        settle(number, resolver)
      }
    }
  }
}
