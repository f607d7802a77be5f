import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Handlers that cancel promises: their own, their upstream promise, and other promises derived from it.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CancelingHandlerTests {
  /// Holds the promise that a handler cancels, which is created after the handler.
  private typealias Target = Log<Promise<Int>>

  @Test(arguments: ExecutorKind.allCases)
  func `a handler may cancel its own promise`(_ executor: ExecutorKind) async {
    let (promise, resolver) = Promise<Int>.pending()
    let own = Target()
    own(
      promise.map(on: executor.queue) { number in
        own.entries[0].cancel()
        return number
      })
    let next = own.entries[0].map(on: executor.queue) { $0 }
    resolver.fulfill(1)
    await #expect(throws: CancellationError.self) { try await next.get() }
    #expect(own.entries[0].isCancelled && promise.value == 1)
  }

  @Test(arguments: ExecutorKind.allCases)
  func `a promise returned by a handler that has canceled its own promise is canceled`(_ executor: ExecutorKind)
    async throws
  {
    let (promise, resolver) = Promise<Int>.pending()
    let (inner, producer) = Promise<Int>.pending()
    let isNotified = Gate()
    producer.onCancel { isNotified.open() }
    let own = Target()
    own(
      promise.then(on: executor.queue) { _ in
        own.entries[0].cancel()
        return inner
      })
    resolver.fulfill(1)
    try await isNotified.opened()
    #expect(own.entries[0].isCancelled && inner.isCancelled && producer.isCancelled)
  }

  @Test(arguments: ExecutorKind.allCases)
  func `canceling the settled upstream promise from a handler has no effect`(_ executor: ExecutorKind) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let notified = Log<Bool>()
    resolver.onCancel { notified(true) }
    let derived = promise.map(on: executor.queue) { number in
      promise.cancel()
      return number + 1
    }
    let sibling = promise.map(on: executor.queue) { $0 + 2 }
    resolver.fulfill(1)
    // The promise is already settled, so canceling it does nothing.
    #expect(try await derived.get() == 2)
    #expect(try await sibling.get() == 3)
    #expect(promise.value == 1 && !resolver.isCancelled && notified.count == 0)
  }

  @Test(arguments: [ExecutorKind.inline, .serialQueue])
  func `a handler may cancel its siblings, and those that have not run never run`(_ executor: ExecutorKind)
    async throws
  {
    let queue = executor.queue
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let siblings = Target()
    let before = promise.done(on: queue) { _ in log("before") }
    let canceling = promise.done(on: queue) { _ in
      before.cancel()
      siblings.entries[0].cancel()
      log("canceling")
    }
    siblings(
      promise.map(on: queue) { number in
        log("canceled")
        return number
      })
    let after = promise.done(on: queue) { _ in log("after") }
    resolver.fulfill(1)
    try await after.get()
    try await before.get()
    try await canceling.get()
    #expect(log.entries == ["before", "canceling", "after"])
    #expect(siblings.entries[0].isCancelled)
  }

  /// Cancellation propagates from the end of the chain back to the promise that the running handler settles.
  @Test(arguments: ExecutorKind.allCases)
  func `a handler may cancel the end of its own chain`(_ executor: ExecutorKind) async {
    let queue = executor.queue
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
        log("unexpected")
        return number
      })
    resolver.fulfill(1)
    // The test does not await the promise, because a waiting task would be a consumer and stop the cancellation.
    if let queue { await queue.async(.promise, flags: .barrier) {}.get() }
    #expect(own.isCancelled && end.entries[0].isCancelled && promise.value == 1)
    #expect(log.entries == ["ran"])
  }

  @Test(arguments: ExecutorKind.allCases)
  func `a handler may cancel an input of the combinator that waits for it`(_ executor: ExecutorKind) async {
    let (first, resolver) = Promise<Int>.pending()
    let (second, producer) = Promise<Int>.pending()
    let whole = when(
      fulfilled: [
        first.map(on: executor.queue) { number in
          second.cancel()
          return number
        }, second,
      ])
    resolver.fulfill(1)
    await #expect(throws: CancellationError.self) { try await whole.get() }
    #expect(producer.isCancelled)
  }

  /// `onCancel` handlers run while cancellation propagates.
  @Test func `an onCancel handler may cancel promises that are already being canceled`() {
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
