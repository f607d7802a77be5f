import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Handlers that attach other handlers: to their upstream promise, to their own derived promise, and to a promise that
/// they settle.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct AttachingHandlerTests {
  /// Waits until everything already enqueued on the queue has run.
  private func drain(_ queue: DispatchQueue?) async {
    if let queue { await queue.async(.promise, flags: .barrier) {}.get() }
  }

  @Test(arguments: ExecutorKind.allCases)
  func `a handler may attach another handler to its upstream promise`(_ executor: ExecutorKind) async throws {
    let queue = executor.queue
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
    // An attached handler runs within the call that attaches it only if it is inline.
    if executor != .concurrentQueue {
      #expect(log.entries == (executor == .inline ? ["late", "first"] : ["first", "late"]))
    }
    #expect(Set(log.entries) == ["first", "late"] && log.count == 2)
  }

  @Test(arguments: ExecutorKind.allCases)
  func `a handler may attach another handler to its own derived promise`(_ executor: ExecutorKind) async throws {
    let queue = executor.queue
    let log = Log<Int>()
    let own = Log<Promise<Int>>()
    let late = Log<Promise<Void>>()
    let (promise, resolver) = Promise<Int>.pending()
    own(
      promise.map(on: queue) { number in
        late(own.entries[0].done(on: queue) { log($0) })
        #expect(log.count == 0)  // not fulfilled yet
        return number + 1
      })
    resolver.fulfill(1)
    #expect(try await own.entries[0].get() == 2)
    for handler in late.entries { try await handler.get() }
    #expect(log.entries == [2])
  }

  /// A promise cannot adopt its own state. An indirect cycle is not detected; see `AdoptionCircleTests`.
  @Test(arguments: ExecutorKind.allCases)
  func `a handler that returns its own promise rejects it with returnedSelf`(_ executor: ExecutorKind) async {
    let own = Log<Promise<Int>>()
    let (promise, resolver) = Promise<Int>.pending()
    own(promise.then(on: executor.queue) { _ in own.entries[0] })
    resolver.fulfill(1)
    await #expect(throws: PromiseError.returnedSelf) { try await own.entries[0].get() }
  }

  @Test(arguments: [ExecutorKind.inline, .serialQueue])
  func `a handler may attach handlers to a promise before and after it settles it`(_ executor: ExecutorKind)
    async throws
  {
    let queue = executor.queue
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

  /// Inline handlers, including those of `pipe`, run after all other handlers have been enqueued.
  @Test func `a handler attached within pipe runs after those already attached`() async throws {
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

  @Test(arguments: ExecutorKind.allCases)
  func `a handler may attach thousands of handlers to its upstream promise`(_ executor: ExecutorKind) async throws {
    let queue = executor.queue
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

  /// A handler that keeps attaching itself again forms a loop without recursion.
  @Test func `a handler may attach itself again many times without recursion`() async throws {
    let queue = DispatchQueue(label: "AttachingHandlerTests")
    let rounds = Crowd()
    let promise = Promise.value(1)
    let finished = Gate()
    @Sendable func again(_ left: Int) {
      promise.done(on: queue) { _ in
        rounds.enter()
        if left > 1 { again(left - 1) } else { finished.open() }
      }.cauterize()
    }
    again(many(20_000))
    try await finished.opened()
    #expect(rounds.all == many(20_000))
  }

  @Test func `a promise settles even if its own handler returns it`() {
    let queue = DispatchQueue(label: "AttachingHandlerTests")
    let wholes = Log<Promise<Int>>()
    queue.suspend()
    wholes(retry(on: queue, delay: 0) { wholes.entries[0] })
    wholes(Promise.value(1).reduce(on: queue, [1]) { _, _ in wholes.entries[1] })
    wholes(Promise.value(1).then(on: queue) { _ in wholes.entries[2] })
    queue.resume()
    #expect(waitForPromises(timeout: .testLimit))
    #expect(wholes.entries.map(\.isSettled) == [true, true, true])
    for whole in wholes.entries { whole.catch(on: nil) { _ in } }
  }
}
