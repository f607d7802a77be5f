// Also tests: Reaction.

import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Events that occur while a handler is enqueued.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DerivedPromiseEnqueuedHandlerTests {
  @Test func `a guarantee that is canceled while its handler is enqueued is still fulfilled`() async {
    let queue = MarkedQueue(isActive: false)
    let guarantee = Guarantee.value(1).map(on: queue.queue) { $0 + 1 }
    guarantee.cancel()
    #expect(guarantee.isPending)
    queue.queue.activate()
    #expect(await guarantee.get() == 2)
  }

  @Test
  func `a promise that is canceled while its handler is enqueued releases the handler without running it`() async {
    let queue = MarkedQueue(isActive: false)
    let lifetime = Lifetime()
    let promise = {
      let object = lifetime.object()
      return Promise.value(1).map(on: queue.queue) { _ in
        object.touch()
        Issue.record("The handler of a canceled promise ran.")
      }
    }()
    promise.cancel()
    queue.queue.activate()
    queue.queue.sync {}
    #expect(promise.error is CancellationError && lifetime.alive == 0)
  }

  @Test func `an enqueued handler runs although only its source retains the promise`() async {
    let queue = MarkedQueue(isActive: false)
    let log = Log<[Int]>()
    Promise.value([1, 2, 3]).done(on: queue.queue) { log($0) }.cauterize()
    queue.queue.activate()
    queue.queue.sync {}
    #expect(log.entries == [[1, 2, 3]])
  }

  @Test func `a handler that is attached while an earlier one is enqueued runs after it`() async throws {
    let queue = DispatchQueue(label: "DerivedPromiseEnqueuedHandlerTests")
    let rounds = (0..<many(5000)).map { _ in Round(on: queue) }
    let seconds = Log<Promise<Void>>()
    collide(rounds, { $0.resolver.fulfill(0) }) { round in
      while !round.settles.hasCome.isClaimed {}
      seconds(round.middle.done(on: queue) { _ in round.log(2) })
    }
    for round in rounds { try await round.first.get() }
    for second in seconds.entries { try await second.get() }
    #expect(rounds.count { $0.log.entries != [1, 2] } == 0)
  }

  /// A promise that is settled by a handler on a queue, and its first handler, which has a separate work item on that
  /// queue.
  private struct Round: Sendable {
    let resolver: Resolver<Int>
    let middle: Promise<Int>
    let first: Promise<Void>
    let settles = Moment()
    let log = Log<Int>()

    init(on queue: DispatchQueue) {
      let (head, resolver) = Promise<Int>.pending()
      self.resolver = resolver
      middle = head.map(on: queue) { [settles] number in
        settles.hasCome.claim()
        return number
      }
      first = middle.done(on: queue, flags: .enforceQoS) { [log] _ in log(1) }
    }
  }

  private final class Moment: Sendable {
    let hasCome = OnceFlag()
  }
}
