import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Handlers that settle promises: others, those they wait for further down, and those that are settled already.
@Suite(.promises(timeLimit: .seconds(280))) struct SettlingHandlerTests {
  @Test(arguments: HandlerPlace.allCases) func theirOwnSourceOnceMore(_ place: HandlerPlace) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let first = promise.map(on: place.queue) { number in
      resolver.fulfill(number + 1)
      resolver.reject(TestError.one)
      return number
    }
    let second = promise.map(on: place.queue) { $0 }
    resolver.fulfill(1)
    #expect(try await first.get() == 1)
    #expect(try await second.get() == 1)
    #expect(promise.value == 1)
  }

  @Test(arguments: HandlerPlace.allCases) func thePromiseThatTheyReturn(_ place: HandlerPlace) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let chain = promise.then(on: place.queue) { number in
      let (inner, innerResolver) = Promise<Int>.pending()
      innerResolver.fulfill(number + 1)
      return inner
    }
    resolver.fulfill(1)
    #expect(try await chain.get() == 2)
  }

  /// The chain waits for a promise that a handler of its own beginning settles, before and after it is returned.
  @Test(arguments: HandlerPlace.allCases) func thePromiseThatTheirChainWaitsFor(_ place: HandlerPlace) async throws {
    let queue = place.queue
    for isEarly in [true, false] {
      let (promise, resolver) = Promise<Int>.pending()
      let (inner, innerResolver) = Promise<Int>.pending()
      if isEarly { promise.done(on: queue) { innerResolver.fulfill($0 + 1) }.catch(on: nil) { _ in } }
      let chain = promise.then(on: queue) { _ in inner }.map(on: queue) { $0 + 1 }
      if !isEarly { promise.done(on: queue) { innerResolver.fulfill($0 + 1) }.catch(on: nil) { _ in } }
      resolver.fulfill(1)
      #expect(try await chain.get() == 3)
    }
  }

  /// Each handler settles the promise of the next, thousands of times: on a queue that needs no stack.
  @Test func theNextAndThatTheNext() async {
    let count = many(20_000)
    let queue = DispatchQueue(label: "SettlingHandlerTests")
    let log = Log<Int>()
    let pending = (0..<count).map { _ in Promise<Int>.pending() }
    let handlers = pending.enumerated().map { place, pending_ in
      pending_.promise.done(on: queue) { number in
        if number % 1000 == 0 { log(number) }
        if place + 1 < count { pending[place + 1].resolver.fulfill(number + 1) }
      }
    }
    await onSmallStack { pending[0].resolver.fulfill(0) }
    _ = await handlers[count - 1].getResult()
    #expect(pending[count - 1].promise.value == count - 1)
    #expect(log.entries == Array(stride(from: 0, to: count, by: 1000)))
  }

  /// With `on: nil` handlers run within the call that settles, and so within the handler that calls it.
  @Test func inlineHandlersRunInsideTheCallThatSettlesTheirPromise() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Void>.pending()
    let (other, otherResolver) = Promise<Void>.pending()
    other.done(on: nil) { log("other") }.cauterize()
    promise.done(on: nil) {
      log("settles")
      otherResolver.fulfill()
      log("goes on")
    }.cauterize()
    promise.done(on: nil) { log("sibling") }.cauterize()
    resolver.fulfill()
    #expect(log.entries == ["settles", "other", "goes on", "sibling"])
  }

  @Test func onAQueueTheyRunWhenTheHandlerHasReturned() async throws {
    let queue = DispatchQueue(label: "SettlingHandlerTests")
    let log = Log<String>()
    let (promise, resolver) = Promise<Void>.pending()
    let (other, otherResolver) = Promise<Void>.pending()
    let last = other.done(on: queue) { log("other") }
    let settles = promise.done(on: queue) {
      log("settles")
      otherResolver.fulfill()
      log("goes on")
    }
    resolver.fulfill()
    try await when(fulfilled: last, settles).get()
    #expect(log.entries == ["settles", "goes on", "other"])
  }

  @Test(arguments: HandlerPlace.allCases) func aRivalInTheRaceThatTheyAreIn(_ place: HandlerPlace) async throws {
    let (first, resolver) = Promise<Int>.pending()
    let (second, rival) = Promise<Int>.pending()
    let whole = race(
      first.map(on: place.queue) { number in
        rival.fulfill(number + 1)
        return number
      }, second)
    resolver.fulfill(1)
    // The rival was settled first, while the handler ran.
    #expect(try await whole.get() == 2)
  }

  /// One that settles all members of the combinators that wait for its own promise.
  @Test(arguments: HandlerPlace.allCases) func everythingThatWaitsForThem(_ place: HandlerPlace) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let others = (0..<10).map { _ in Promise<Int>.pending() }
    let own = promise.map(on: place.queue) { number in
      for (place, other) in others.enumerated() { other.resolver.fulfill(place) }
      return number
    }
    let whole = when(fulfilled: others.map(\.promise) + [own])
    resolver.fulfill(10)
    #expect(try await whole.get() == Array(0...10))
  }
}
