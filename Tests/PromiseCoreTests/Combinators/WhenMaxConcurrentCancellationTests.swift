import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Canceling `when(fulfilled:maxConcurrent:)`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct WhenMaxConcurrentCancellationTests {
  typealias PromiseIterator = WhenMaxConcurrentTests.PromiseIterator

  @Test func `canceling cancels the inputs without other consumers and stops the calls to the iterator`() {
    let iterator = PromiseIterator()
    let whole = when(fulfilled: iterator, maxConcurrent: 3)
    let other = iterator.created.entries[2].promise.map(on: nil) { $0 }
    iterator.created.entries[0].fulfill(0)
    whole.cancel()
    #expect(whole.error is CancellationError)
    #expect(!iterator.created.entries[0].isCancelled && iterator.created.entries[1].isCancelled)
    #expect(!iterator.created.entries[2].isCancelled && iterator.created.entries[3].isCancelled)
    iterator.created.entries[2].fulfill(2)
    #expect(other.value == 2 && iterator.calls.count == 4)
  }

  @Test func `a promise that the iterator creates during cancellation is canceled`() {
    let wholes = Log<Promise<[Int]>>()
    let resolvers = Log<Resolver<Int>>()
    let promises = AnyIterator { () -> Promise<Int>? in
      // The second call happens when the first promise settles, after `wholes` has been filled.
      wholes.entries.first?.cancel()
      let (promise, resolver) = Promise<Int>.pending()
      resolvers(resolver)
      return promise
    }
    let whole = when(fulfilled: promises, maxConcurrent: 1)
    wholes(whole)
    resolvers.entries[0].fulfill(0)
    #expect(whole.error is CancellationError)
    #expect(resolvers.count == 2 && resolvers.entries[1].isCancelled)
  }

  @Test func `an input that settles during cancellation starts at most one more, which is canceled`() {
    let rounds = (0..<500).map { _ in
      let iterator = PromiseIterator()
      return (iterator, when(fulfilled: iterator, maxConcurrent: 2))
    }
    collide(rounds) {
      $0.0.created.entries[0].fulfill(0)
    } other: {
      $0.1.cancel()
    }
    for (iterator, whole) in rounds {
      #expect(whole.error is CancellationError)
      let created = iterator.created.entries
      #expect(created.count <= 3 && created[1...].allSatisfy { $0.isCancelled })
    }
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
}
