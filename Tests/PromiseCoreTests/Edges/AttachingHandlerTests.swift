import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Handlers that attach handlers: to the promise they are attached to, to the one that they make, to the one that they
/// settle.
@Suite(.promises(timeLimit: .seconds(280))) struct AttachingHandlerTests {
  /// Waits until whatever is on its way to the queue has run.
  private func drain(_ queue: DispatchQueue?) async {
    if let queue { await queue.async(.promise, flags: .barrier) {}.get() }
  }

  @Test(arguments: HandlerPlace.allCases) func toTheirSource(_ place: HandlerPlace) async throws {
    let queue = place.queue
    let log = Log<String>()
    let late = Log<Promise<Void>>()
    let (promise, resolver) = Promise<Int>.pending()
    let first = promise.done(on: queue) { _ in
      late(promise.done(on: queue) { _ in log("late") })
      log("first")
    }
    resolver.fulfill(1)
    try await first.get()
    for handler in late.entries { try await handler.get() }
    // Never within the call that attaches it, unless it is to be.
    if place != .concurrentQueue {
      #expect(log.entries == (place == .inline ? ["late", "first"] : ["first", "late"]))
    }
    #expect(Set(log.entries) == ["first", "late"] && log.count == 2)
  }

  @Test(arguments: HandlerPlace.allCases) func toTheirOwnPromise(_ place: HandlerPlace) async throws {
    let queue = place.queue
    let log = Log<Int>()
    let own = Log<Promise<Int>>()
    let late = Log<Promise<Void>>()
    let (promise, resolver) = Promise<Int>.pending()
    own(
      promise.map(on: queue) { number in
        late(own.entries[0].done(on: queue) { log($0) })
        #expect(log.count == 0)  // there is no value yet
        return number + 1
      })
    resolver.fulfill(1)
    #expect(try await own.entries[0].get() == 2)
    for handler in late.entries { try await handler.get() }
    #expect(log.entries == [2])
  }

  /// To wait for oneself is an error. By way of others it is not found: see `CircleTests`.
  @Test(arguments: HandlerPlace.allCases) func whoReturnsItsOwnPromiseIsRejected(_ place: HandlerPlace) async {
    let own = Log<Promise<Int>>()
    let (promise, resolver) = Promise<Int>.pending()
    own(promise.then(on: place.queue) { _ in own.entries[0] })
    resolver.fulfill(1)
    await #expect(throws: PromiseError.returnedSelf) { try await own.entries[0].get() }
  }

  @Test(arguments: [HandlerPlace.inline, .serialQueue]) func toThePromiseThatTheySettle(_ place: HandlerPlace)
    async throws
  {
    let queue = place.queue
    let log = Log<String>()
    let handlers = Log<Promise<Void>>()
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    handlers(other.done(on: queue) { _ in log("first") })
    let settles = promise.done(on: queue) { number in
      handlers(other.done(on: queue) { _ in log("before") })
      otherResolver.fulfill(number)
      handlers(other.done(on: queue) { _ in log("after") })
    }
    resolver.fulfill(1)
    try await settles.get()
    for handler in handlers.entries { try await handler.get() }
    #expect(log.entries == ["first", "before", "after"])
  }

  /// Listeners, and handlers without a queue, are called when those in line have been sent to their queues.
  @Test func whoComesWithAListenerIsServedAfterThoseInLine() async throws {
    let queue = DispatchQueue(label: "AttachingHandlerTests")
    let log = Log<Int>()
    let handlers = Log<Promise<Void>>()
    let (promise, resolver) = Promise<Int>.pending()
    for number in 0..<10 {
      promise.pipe { _ in handlers(promise.done(on: queue) { _ in log(number + 10) }) }
      handlers(promise.done(on: queue) { _ in log(number) })
    }
    resolver.fulfill(1)
    for handler in handlers.entries { try await handler.get() }
    #expect(log.entries == Array(0..<20))
  }

  @Test(arguments: HandlerPlace.allCases) func thousandsFromWithinOne(_ place: HandlerPlace) async throws {
    let queue = place.queue
    let count = many(20_000)
    let ran = Crowd()
    let late = Log<[Promise<Void>]>()
    let (promise, resolver) = Promise<Int>.pending()
    let first = promise.done(on: queue) { _ in
      late((0..<count).map { _ in promise.done(on: queue) { _ in ran.enter() } })
    }
    resolver.fulfill(1)
    try await first.get()
    for handler in late.entries.flatMap(\.self) { try await handler.get() }
    await drain(queue)
    #expect(ran.all == count)
  }

  /// A handler that attaches itself again as long as there is need: a loop, and no recursion.
  @Test func themselvesAgainAndAgain() async throws {
    let queue = DispatchQueue(label: "AttachingHandlerTests")
    let rounds = Crowd()
    let promise = Promise.value(1)
    let isOver = Gate()
    @Sendable func again(_ left: Int) {
      promise.done(on: queue) { _ in
        rounds.enter()
        if left > 1 { again(left - 1) } else { isOver.open() }
      }.cauterize()
    }
    again(many(20_000))
    try await isOver.opened()
    #expect(rounds.all == many(20_000))
  }
}
