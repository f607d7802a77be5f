import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A promise settles once, and its handlers run in the order in which they were attached.
///
/// A handler on a queue never runs within the call that attaches it or settles the promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, abandoned: .ignore)) struct HandlerOrderTests {
  let queue = DispatchQueue(label: "HandlerOrderTests")

  @Test func `only the first settlement takes effect`() async throws {
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

  @Test func `handlers run in the order in which they were attached`() async throws {
    let log = Log<Int>()
    let (promise, resolver) = Promise<Void>.pending()
    var handlers = (0..<50).map { number in promise.done(on: queue) { log(number) } }
    resolver.fulfill()
    handlers += (50..<100).map { number in promise.done(on: queue) { log(number) } }
    for handler in handlers { try await handler.get() }
    #expect(log.entries == Array(0..<100))
  }

  @Test func `handlers attached while the promise settles run in order`() async throws {
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

  @Test func `a handler does not overtake one that must be enqueued because of its flags`() async throws {
    let log = Log<Int>()
    let (start, resolver) = Promise<Void>.pending()
    let promise = start.done(on: queue) {}
    // The first handler must be enqueued because of its flags. The second handler could run in the current work item,
    // but must not overtake the first one.
    let first = promise.done(on: queue, flags: .enforceQoS) { log(1) }
    let second = promise.done(on: queue) { log(2) }
    let third = promise.done(on: queue) { log(3) }
    resolver.fulfill()
    try await when(fulfilled: first, second, third).get()
    #expect(log.entries == [1, 2, 3])
  }

  @Test func `inline handlers run in order, and immediately if the promise has settled`() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Void>.pending()
    _ = promise.get(on: nil) {
      // The promise has settled, so this handler runs immediately.
      _ = promise.get(on: nil) { log("inner") }
      log("first")
    }
    _ = promise.get(on: nil) { log("second") }
    resolver.fulfill()
    _ = promise.get(on: nil) { log("late") }
    #expect(log.entries == ["inner", "first", "second", "late"])
  }

  @Test func `an inline handler that blocks does not delay other handlers`() {
    let (promise, resolver) = Promise<Void>.pending()
    let hasRun = DispatchSemaphore(value: 0)
    let results = Log<Bool>()
    _ = promise.get(on: nil) { [queue] in
      // This handler waits for the two handlers behind it, and for a handler that is attached now.
      promise.done(on: queue) { hasRun.signal() }.catch(on: nil) { _ in }
      for _ in 0..<3 { results(hasRun.wait(timeout: .now() + .testLimit) == .success) }
    }
    promise.done(on: queue) { hasRun.signal() }.catch(on: nil) { _ in }
    promise.done(on: DispatchQueue.global()) { hasRun.signal() }.catch(on: nil) { _ in }
    resolver.fulfill()
    #expect(results.entries == [true, true, true])
  }

  @Test func `a handler on a queue never runs within the call that attaches it`() async throws {
    let log = Log<String>()
    let settled = Promise.value(1)
    // The handler is attached on its own queue, where it could run immediately.
    let handler = await queue.async(.promise) { [queue] in
      let handler = settled.done(on: queue) { _ in log("handler") }
      log("returned")
      return handler
    }.get()
    try await handler.get()
    #expect(log.entries == ["returned", "handler"])
  }

  @Test func `a handler on a queue never runs within the call that settles the promise`() async throws {
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

  @Test func `a chain that continues in one work item does not nest its handlers`() async throws {
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

  @Test func `handlers of one promise run concurrently on a concurrent queue`() async throws {
    let concurrent = DispatchQueue(label: "HandlerOrderTests.concurrent", attributes: .concurrent)
    let (promise, resolver) = Promise<Void>.pending()
    let arrived = DispatchGroup()
    arrived.enter()
    arrived.enter()
    // Each handler waits for the other, so they succeed only if they run concurrently.
    let handlers = (0..<2).map { _ in
      promise.map(on: concurrent) { _ -> Bool in
        arrived.leave()
        return arrived.wait(timeout: .now() + .testLimit) == .success
      }
    }
    resolver.fulfill()
    for handler in handlers { #expect(try await handler.get()) }
  }

  @Test func `handlers run with the work item flags that they were attached with`() async throws {
    let concurrent = DispatchQueue(label: "HandlerOrderTests.barrier", attributes: .concurrent)
    let log = Log<String>()
    // The flags apply even to a handler that could run in the work item of the previous handler.
    let chain = Promise<Void>().done(on: concurrent) {}.done(on: concurrent, flags: .barrier) {
      dispatchPrecondition(condition: .onQueueAsBarrier(concurrent))
      log("barrier")
    }
    try await chain.get()
    #expect(log.entries == ["barrier"])
  }

  /// The work item is about to continue with the first handler when it releases what the handler before it captures.
  @Test func `a handler that a deinit attaches before it waits does not overtake the earlier ones`() async throws {
    final class Attaching: Sendable {
      let attach: @Sendable () -> Void
      init(_ attach: @escaping @Sendable () -> Void) { self.attach = attach }
      deinit { attach() }
    }
    for _ in 0..<100 {
      let log = Log<String>()
      let (start, resolver) = Promise<Int>.pending()
      let attached = Gate()
      let elsewhere = DispatchQueue(label: "elsewhere")
      // Nothing else retains the object when the handler has run.
      func makeMiddle() -> Promise<Int> {
        let middle = Log<Promise<Int>>()
        let object = Attaching { [queue] in
          middle.entries[0].done(on: queue) { _ in
            log("late")
            attached.open()
          }.cauterize()
          elsewhere.async(.promise) {}.wait()
        }
        let promise = start.map(on: queue) { number in withExtendedLifetime(object) { number } }
        middle(promise)
        return promise
      }
      let first = makeMiddle().done(on: queue) { _ in log("first") }
      resolver.fulfill(1)
      try await first.get()
      try await attached.opened()
      #expect(log.entries == ["first", "late"])
    }
  }
}
