import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when` of very many inputs.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit), .serialized) struct WhenLargeInputTests {
  static let million = many(1_000_000)

  @Test func `when(fulfilled:) preserves the order of a million inputs`() async {
    await onSmallStack {
      let pending = (0..<Self.million).map { _ in Promise<Int>.pending() }
      let whole = when(fulfilled: pending.lazy.map(\.promise))
      for (number, input) in pending.enumerated().dropLast() { input.resolver.fulfill(number) }
      #expect(whole.isPending)
      pending[Self.million - 1].resolver.fulfill(Self.million - 1)
      #expect(whole.value?.elementsEqual(0..<Self.million) == true)
    }
  }

  @Test func `canceling when(fulfilled:) cancels many inputs on a small stack`() async {
    await onSmallStack {
      let pending = (0..<many(50_000)).map { _ in Promise<Int>.pending() }
      when(fulfilled: pending.lazy.map(\.promise)).cancel()
      #expect(pending.allSatisfy { $0.resolver.isCancelled })
    }
  }

  @Test func `when(fulfilled:maxConcurrent:) retains only the pending promises of its iterator`() async {
    await onSmallStack {
      let factory = PromiseFactory(limit: Self.million)
      let whole = when(fulfilled: AnyIterator { factory.next() }, maxConcurrent: PromiseFactory.width)
      factory.settleAll()
      #expect(whole.value?.elementsEqual(0..<Self.million) == true)
      // The pending promises, and possibly the promise that has just settled and makes room for the next one.
      #expect((PromiseFactory.width...PromiseFactory.width + 1).contains(factory.peakAliveCount))
      #expect(factory.survivorCount == 0 && factory.aliveCount == 0)
    }
  }

  @Test func `when(resolved:maxConcurrent:) retains only the pending promises of its iterator`() async {
    await onSmallStack {
      let factory = PromiseFactory(limit: many(30_000))
      let whole = when(resolved: AnyIterator { factory.next() }, maxConcurrent: PromiseFactory.width)
      factory.settleAll { number, resolver in
        if number % 2 == 0 { resolver.fulfill(number) } else { resolver.reject(TestError.one) }
      }
      #expect(whole.value?.count == many(30_000))
      #expect((PromiseFactory.width...PromiseFactory.width + 1).contains(factory.peakAliveCount))
      #expect(factory.survivorCount == 0 && factory.aliveCount == 0)
    }
  }

  /// Creates promises, settles them slightly out of order, and counts how many of them are alive.
  final class PromiseFactory {
    static let width = 8
    private let limit: Int
    private var createdCount = 0
    private var pending: [(number: Int, resolver: Resolver<Int>)] = []
    /// The most recently created promises. All older promises must have been released.
    private var ring = [Reference](repeating: Reference(), count: 4 * width)
    private(set) var survivorCount = 0
    private(set) var peakAliveCount = 0

    struct Reference {
      weak var promise: Promise<Int>?
    }

    init(limit: Int) { self.limit = limit }

    var aliveCount: Int { ring.count { $0.promise != nil } }

    func next() -> Promise<Int>? {
      guard createdCount < limit else { return nil }
      let (promise, resolver) = Promise<Int>.pending()
      pending.append((createdCount, resolver))
      if ring[createdCount % ring.count].promise != nil { survivorCount += 1 }
      ring[createdCount % ring.count].promise = promise
      createdCount += 1
      // Counting dominates the running time, so it is done for one percent of the promises.
      if createdCount % 1000 < 10 { peakAliveCount = max(peakAliveCount, aliveCount) }
      return promise
    }

    /// Settles the pending promises one after another, usually the oldest and every third time a newer one.
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
