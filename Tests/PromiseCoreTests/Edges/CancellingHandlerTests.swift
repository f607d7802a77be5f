import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Handlers that cancel: their own promise, the one that they are attached to, and others of it.
@Suite(.promises(timeLimit: .seconds(280))) struct CancellingHandlerTests {
  /// What a handler is to cancel, which is made after it.
  private typealias Target = Log<Promise<Int>>

  @Test(arguments: HandlerPlace.allCases) func itsOwnPromise(_ place: HandlerPlace) async {
    let (promise, resolver) = Promise<Int>.pending()
    let own = Target()
    own(
      promise.map(on: place.queue) { number in
        own.entries[0].cancel()
        return number
      })
    let next = own.entries[0].map(on: place.queue) { $0 }
    resolver.fulfill(1)
    await #expect(throws: CancellationError.self) { try await next.get() }
    #expect(own.entries[0].isCancelled && promise.value == 1)
  }

  @Test(arguments: HandlerPlace.allCases) func whatItReturnsThenIsCancelledToo(_ place: HandlerPlace) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let (inner, producer) = Promise<Int>.pending()
    let isTold = Gate()
    producer.onCancel { isTold.open() }
    let own = Target()
    own(
      promise.then(on: place.queue) { _ in
        own.entries[0].cancel()
        return inner
      })
    resolver.fulfill(1)
    try await isTold.opened()
    #expect(own.entries[0].isCancelled && inner.isCancelled && producer.isCancelled)
  }

  @Test(arguments: HandlerPlace.allCases) func thePromiseThatItIsAttachedTo(_ place: HandlerPlace) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let told = Log<Bool>()
    resolver.onCancel { told(true) }
    let derived = promise.map(on: place.queue) { number in
      promise.cancel()
      return number + 1
    }
    let sibling = promise.map(on: place.queue) { $0 + 2 }
    resolver.fulfill(1)
    // It has its outcome, so nothing happens.
    #expect(try await derived.get() == 2)
    #expect(try await sibling.get() == 3)
    #expect(promise.value == 1 && !resolver.isCancelled && told.count == 0)
  }

  @Test(arguments: [HandlerPlace.inline, .serialQueue]) func siblings(_ place: HandlerPlace) async throws {
    let queue = place.queue
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let siblings = Target()
    let before = promise.done(on: queue) { _ in log("before") }
    let cancelling = promise.done(on: queue) { _ in
      before.cancel()
      siblings.entries[0].cancel()
      log("cancelling")
    }
    siblings(
      promise.map(on: queue) { number in
        log("cancelled")
        return number
      })
    let after = promise.done(on: queue) { _ in log("after") }
    resolver.fulfill(1)
    try await after.get()
    try await before.get()
    try await cancelling.get()
    #expect(log.entries == ["before", "cancelling", "after"])
    #expect(siblings.entries[0].isCancelled)
  }

  /// From the end of the chain it comes back to the promise whose handler is running.
  @Test(arguments: HandlerPlace.allCases) func theEndOfItsChain(_ place: HandlerPlace) async {
    let queue = place.queue
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let end = Target()
    let own = promise.map(on: queue) { number in
      end.entries[0].cancel()
      log("ran")
      return number
    }
    end(
      own.map(on: queue) { number in
        log("not wanted")
        return number
      })
    resolver.fulfill(1)
    // Not by awaiting it: who waits is a consumer, who wants it although the end does not.
    if let queue { await queue.async(.promise, flags: .barrier) {}.get() }
    #expect(own.isCancelled && end.entries[0].isCancelled && promise.value == 1)
    #expect(log.entries == ["ran"])
  }

  @Test(arguments: HandlerPlace.allCases) func aMemberOfTheCombinatorThatItBelongsTo(_ place: HandlerPlace) async {
    let (first, resolver) = Promise<Int>.pending()
    let (second, producer) = Promise<Int>.pending()
    let whole = when(
      fulfilled: [
        first.map(on: place.queue) { number in
          second.cancel()
          return number
        }, second,
      ])
    resolver.fulfill(1)
    await #expect(throws: CancellationError.self) { try await whole.get() }
    #expect(producer.isCancelled)
  }

  /// Handlers of `onCancel` run while cancellation is under way.
  @Test func aProducerThatCancelsWhatIsBeingCancelled() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    let ends = [promise.map(on: nil) { $0 }, promise.map(on: nil) { $0 }]
    resolver.onCancel {
      log("first")
      promise.cancel()
      for end in ends { end.cancel() }
      other.cancel()
    }
    resolver.onCancel { log("second") }
    otherResolver.onCancel {
      log("other")
      promise.cancel()
    }
    ends[0].cancel()
    #expect(log.entries == [])
    ends[1].cancel()
    #expect(log.entries == ["first", "other", "second"])
    #expect(promise.isCancelled && other.isCancelled)
  }
}
