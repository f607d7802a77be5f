// Also tests: HandlerScope.

import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `withPromiseQueue` and `DispatchQueue.promises`: the queue for handlers that nonisolated code attaches.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DefaultQueueTests {
  let here = MarkedQueue("DefaultQueueTests.here")
  let there = MarkedQueue("DefaultQueueTests.there")

  /// Attaches a handler in the caller's scope. Returns the name of the queue on which the handler runs.
  private func handlerQueue(_ promise: Promise<Int> = .value(1)) -> Promise<String> { promise.map { _ in name } }

  /// The name of the current queue.
  private var name: String {
    if here.isCurrent { return "here" }
    if there.isCurrent { return "there" }
    return isOnMainQueue ? "main" : "elsewhere"
  }

  // MARK: Synchronous scopes

  @Test func `the default queue is the main queue`() async throws {
    #expect(DispatchQueue.promises.label == DispatchQueue.main.label)
    #expect(try await handlerQueue().get() == "main")
  }

  @Test func `handlers attached within withPromiseQueue run on its queue`() async throws {
    let promise = withPromiseQueue(here.queue) {
      #expect(DispatchQueue.promises === here.queue)
      return handlerQueue()
    }
    #expect(try await promise.get() == "here")
    #expect(DispatchQueue.promises.label == DispatchQueue.main.label)
    #expect(try await handlerQueue().get() == "main")
  }

  @Test func `the queue depends on where the handler is attached, not on where the promise was created`() async throws {
    let (promise, resolver) = withPromiseQueue(here.queue) { Promise<Int>.pending() }
    let outside = handlerQueue(promise)
    let inside = withPromiseQueue(there.queue) { handlerQueue(promise) }
    resolver.fulfill(1)
    #expect(try await outside.get() == "main")
    #expect(try await inside.get() == "there")
  }

  @Test func `withPromiseQueue applies to guarantees`() async {
    let guarantee = withPromiseQueue(here.queue) { Guarantee.value(1).map { _ in name } }
    #expect(await guarantee.get() == "here")
  }

  @Test func `the innermost withPromiseQueue wins`() async throws {
    let promises = withPromiseQueue(here.queue) {
      let before = handlerQueue()
      let inner = withPromiseQueue(there.queue) { handlerQueue() }
      return [before, inner, handlerQueue()]
    }
    #expect(try await when(fulfilled: promises).get() == ["here", "there", "here"])
  }

  @Test func `withPromiseQueue(nil) runs handlers inline`() async throws {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    withPromiseQueue(nil) {
      Promise.value(1).done { _ in log("settled") }.cauterize()
      promise.done { _ in log("pending") }.cauterize()
    }
    #expect(log.entries == ["settled"])
    resolver.fulfill(1)
    #expect(log.entries == ["settled", "pending"])
    let inner = withPromiseQueue(nil) { withPromiseQueue(here.queue) { handlerQueue() } }
    #expect(try await inner.get() == "here")
    #expect(withPromiseQueue(here.queue) { withPromiseQueue(nil) { Promise.value(1).map { $0 } } }.value == 1)
  }

  @Test func `a queue passed as on: overrides withPromiseQueue`() async throws {
    let promise = withPromiseQueue(here.queue) { Promise.value(1).map(on: there.queue) { _ in name } }
    #expect(try await promise.get() == "there")
    #expect(withPromiseQueue(here.queue) { Promise.value(1).map(on: nil) { $0 } }.value == 1)
  }

  @Test @MainActor func `a handler isolated to an actor ignores withPromiseQueue`() async throws {
    let log = MainActorLog<Int>()
    let promise = withPromiseQueue(here.queue) { Promise.value(1).done { log($0) } }
    try await promise.get()
    #expect(log.entries == [1])
  }

  @Test func `withPromiseQueue applies to what the handlers attach`() async throws {
    let inner = withPromiseQueue(here.queue) {
      Promise.value(1).then { _ -> Promise<String> in
        #expect(here.isCurrent)
        return handlerQueue()
      }
    }
    #expect(try await inner.get() == "here")
  }

  @Test func `withPromiseQueue returns the result of its body and rethrows its error`() throws {
    #expect(withPromiseQueue(here.queue) { 1 } == 1)
    #expect(throws: TestError.one) { try withPromiseQueue(here.queue) { throw TestError.one } }
    #expect(DispatchQueue.promises.label == DispatchQueue.main.label)
  }

  // MARK: Asynchronous scopes

  @Test func `in async code, withPromiseQueue applies across suspension points`() async throws {
    let results = try await withPromiseQueue(here.queue) {
      let before = handlerQueue()
      await Task.yield()
      _ = try await before.get()
      return try await [before.get(), handlerQueue().get()]
    }
    #expect(results == ["here", "here"])
    #expect(try await handlerQueue().get() == "main")
  }

  @Test func `async calls of withPromiseQueue can be nested`() async throws {
    let results = try await withPromiseQueue(here.queue) {
      let inner = try await withPromiseQueue(there.queue) {
        await Task.yield()
        return try await handlerQueue().get()
      }
      return try await [inner, handlerQueue().get()]
    }
    #expect(results == ["there", "here"])
    let inline = await withPromiseQueue(nil) {
      await Task.yield()
      return Promise.value(1).map { $0 + 1 }.value
    }
    #expect(inline == 2)
  }

  @Test func `unstructured tasks inherit the queue and detached tasks do not`() async throws {
    let (inheriting, detached) = await withPromiseQueue(here.queue) {
      await Task.yield()
      return (Task { try await handlerQueue().get() }, Task.detached { try await handlerQueue().get() })
    }
    #expect(try await inheriting.value == "here")
    #expect(try await detached.value == "main")
  }

  @Test @MainActor func `in async code, withPromiseQueue stays on the caller's actor`() async {
    let log = MainActorLog<Int>()
    await withPromiseQueue(here.queue) {
      log(1)
      await Task.yield()
      log(2)
    }
    #expect(log.entries == [1, 2])
  }

  @Test func `the async withPromiseQueue rethrows the error of its body`() async {
    await #expect(throws: TestError.one) {
      try await withPromiseQueue(here.queue) {
        await Task.yield()
        throw TestError.one
      }
    }
  }

  // MARK: The default of the process

  @Test func `the default queue can be set for the whole process`() async {
    await #expect(processExitsWith: .success) {
      let (here, there) = (MarkedQueue(), MarkedQueue())
      let (promise, resolver) = Promise<Int>.pending()
      let before = promise.map { _ in isOnMainQueue }
      DispatchQueue.promises = here.queue
      precondition(DispatchQueue.promises === here.queue)
      let after = promise.map { _ in here.isCurrent }
      let scoped = withPromiseQueue(there.queue) { promise.map { _ in there.isCurrent } }
      resolver.fulfill(1)
      // Handlers that are already attached keep their queue.
      let results = try await when(fulfilled: [before, after, scoped]).get()
      precondition(results == [true, true, true])
      DispatchQueue.promises = .main
      let again = try await Promise.value(1).map { _ in isOnMainQueue }.get()
      precondition(again)
    }
  }

  @Test func `handlers can run inline in the whole process`() async {
    await #expect(processExitsWith: .success) {
      let here = MarkedQueue()
      let (promise, resolver) = Promise<Int>.pending()
      setPromiseQueue(nil)
      let handled = promise.map { $0 + 1 }.map { $0 + 1 }
      let scoped = withPromiseQueue(here.queue) { promise.map { _ in here.isCurrent } }
      let explicit = promise.map(on: here.queue) { _ in here.isCurrent }
      resolver.fulfill(1)
      precondition(handled.value == 3)
      precondition(promise.map { $0 + 1 }.value == 2)
      let results = try await when(fulfilled: [scoped, explicit]).get()
      precondition(results == [true, true])
      setPromiseQueue(here.queue)
      precondition(DispatchQueue.promises === here.queue)
    }
  }

  @Test func `a concurrent default queue keeps the order of a chain, and no handler waits for that of another`() async {
    await #expect(processExitsWith: .success) {
      DispatchQueue.promises = .global()
      let (mayEnd, steps) = (DispatchSemaphore(value: 0), Log<Int>())
      let blocked = Promise.value(1).done { _ in mayEnd.wait() }
      let chains = (0..<100).map { chain in
        (0..<20).reduce(Promise.value(0)) { promise, step in
          promise.map { value in
            if chain == 0 { steps(step) }
            return value + 1
          }
        }
      }
      let sums = try await when(fulfilled: chains).get()
      precondition(sums == Array(repeating: 20, count: 100) && steps.entries == Array(0..<20) && blocked.isPending)
      mayEnd.signal()
      try await blocked.get()
    }
  }

  @Test func `the default queue can be set and read from any thread`() async {
    await #expect(processExitsWith: .success) {
      let queues = (0..<4).map { _ in MarkedQueue() }
      DispatchQueue.concurrentPerform(iterations: 1000) { number in
        if number % 2 == 0 { DispatchQueue.promises = queues[number % 4].queue } else { _ = DispatchQueue.promises }
      }
      let isOnKnownQueue = try await Promise.value(1).map { _ in queues.contains { $0.isCurrent } }.get()
      precondition(isOnKnownQueue)
    }
  }
}
