import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Settled once; handlers run once, in order, and never inside the caller.
@Suite(.promises(timeLimit: .seconds(280))) struct OrderTests {
  let queue = DispatchQueue(label: "OrderTests")

  @Test func onlyTheFirstSettlementCounts() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    DispatchQueue.concurrentPerform(iterations: 100) { number in
      if number.isMultiple(of: 2) { resolver.fulfill(number) } else { resolver.reject(TestError.one) }
    }
    let first = promise.result
    resolver.fulfill(-1)
    resolver.reject(TestError.two)
    #expect(promise.value == (try? first?.get()))
    #expect(promise.isSettled)
  }

  @Test func handlersRunInTheOrderInWhichTheyWereAttached() async throws {
    let log = Log<Int>()
    let (promise, resolver) = Promise<Void>.pending()
    var handlers = (0..<50).map { number in promise.done(on: queue) { log(number) } }
    resolver.fulfill()
    handlers += (50..<100).map { number in promise.done(on: queue) { log(number) } }
    for handler in handlers { try await handler.get() }
    #expect(log.entries == Array(0..<100))
  }

  @Test func thoseWhoAttachWhileItSettlesKeepTheirOrder() async throws {
    for _ in 0..<200 {
      let log = Log<Int>()
      let (promise, resolver) = Promise<Void>.pending()
      let attached = Log<Promise<Void>>()
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { return resolver.fulfill() }
        for number in 0..<20 { attached(promise.done(on: queue) { log(number) }) }
      }
      for handler in attached.entries { try await handler.get() }
      #expect(log.entries == Array(0..<20))
    }
  }

  @Test func handlersOfAPromiseThatAHandlerSettledKeepTheirOrder() async throws {
    let log = Log<Int>()
    let (start, resolver) = Promise<Void>.pending()
    let promise = start.done(on: queue) {}
    // The first has to go through the queue, because of its flags; the second could run at once, and must not.
    let first = promise.done(on: queue, flags: .enforceQoS) { log(1) }
    let second = promise.done(on: queue) { log(2) }
    let third = promise.done(on: queue) { log(3) }
    resolver.fulfill()
    try await when(fulfilled: first, second, third).get()
    #expect(log.entries == [1, 2, 3])
  }

  @Test func inlineHandlersKeepTheirOrderToo() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Void>.pending()
    _ = promise.get(on: nil) {
      // The promise has settled, so this one runs at once.
      _ = promise.get(on: nil) { log("inner") }
      log("first")
    }
    _ = promise.get(on: nil) { log("second") }
    resolver.fulfill()
    _ = promise.get(on: nil) { log("late") }
    #expect(log.entries == ["inner", "first", "second", "late"])
  }

  @Test func anInlineHandlerKeepsNobodyElseWaiting() {
    let (promise, resolver) = Promise<Void>.pending()
    let isServed = DispatchSemaphore(value: 0)
    let served = Log<Bool>()
    _ = promise.get(on: nil) { [queue] in
      // Somebody before and somebody after it in line, and somebody who comes just now.
      promise.done(on: queue) { isServed.signal() }.catch(on: nil) { _ in }
      for _ in 0..<3 { served(isServed.wait(timeout: .now() + 280) == .success) }
    }
    promise.done(on: queue) { isServed.signal() }.catch(on: nil) { _ in }
    promise.done(on: DispatchQueue.global()) { isServed.signal() }.catch(on: nil) { _ in }
    resolver.fulfill()
    #expect(served.entries == [true, true, true])
  }

  @Test func aHandlerNeverRunsBeforeTheCallThatAttachedItHasReturned() async throws {
    let log = Log<String>()
    let settled = Promise.value(1)
    // Attached on the very queue on which it is due, so that it could run at once.
    let handler = await queue.async(.promise) { [queue] in
      let handler = settled.done(on: queue) { _ in log("handler") }
      log("returned")
      return handler
    }.get()
    try await handler.get()
    #expect(log.entries == ["returned", "handler"])
  }

  @Test func aHandlerNeverRunsInsideTheCallThatSettles() async throws {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let handler = promise.done(on: queue) { _ in log("handler") }
    await queue.async(.promise) {
      resolver.fulfill(1)
      log("returned")
    }.get()
    try await handler.get()
    #expect(log.entries == ["returned", "handler"])
  }

  @Test func aChainThatGoesOnInOneWorkItemDoesNotNestItsHandlers() async throws {
    let depth = Log<String>()
    let chain = Promise.value(1)
      .map(on: queue) { value in
        depth("in")
        defer { depth("out") }
        return value
      }
      .map(on: queue) { value in
        depth("in")
        defer { depth("out") }
        return value
      }
    _ = try await chain.get()
    #expect(depth.entries == ["in", "out", "in", "out"])
  }

  @Test func siblingsOnAConcurrentQueueRunAtTheSameTime() async throws {
    let concurrent = DispatchQueue(label: "OrderTests.concurrent", attributes: .concurrent)
    let (promise, resolver) = Promise<Void>.pending()
    let arrived = DispatchGroup()
    arrived.enter()
    arrived.enter()
    // Each waits for the other: they pass only if they run at the same time.
    let handlers = (0..<2).map { _ in
      promise.map(on: concurrent) { _ -> Bool in
        arrived.leave()
        return arrived.wait(timeout: .now() + 280) == .success
      }
    }
    resolver.fulfill()
    for handler in handlers { #expect(try await handler.get()) }
  }

  @Test func flagsAreHonoured() async throws {
    let concurrent = DispatchQueue(label: "OrderTests.barrier", attributes: .concurrent)
    let log = Log<String>()
    // Also for a handler that could go on in the work item of the one before it.
    let chain = Promise<Void>().done(on: concurrent) {}.done(on: concurrent, flags: .barrier) {
      dispatchPrecondition(condition: .onQueueAsBarrier(concurrent))
      log("barrier")
    }
    try await chain.get()
    #expect(log.entries == ["barrier"])
  }
}
