import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A handler that blocks delays its own queue and nothing else.
///
/// Each handler blocks until a handler on another queue has signaled it, or until a timeout of several minutes fails
/// the test.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct BlockingHandlerTests {
  private let blocked = DispatchQueue(label: "BlockingHandlerTests.blocked")
  private let free = DispatchQueue(label: "BlockingHandlerTests.free")
  private let semaphore = DispatchSemaphore(value: 0)

  /// Waits for the signal. Returns whether it arrived before the timeout.
  private var isSignaled: @Sendable () -> Bool {
    { [semaphore] in semaphore.wait(timeout: .now() + .testLimit) == .success }
  }

  @Test func `a blocking handler does not delay handlers of the same promise on another queue`() async throws {
    for isBefore in [true, false] {
      let (promise, resolver) = Promise<Int>.pending()
      var others: [Promise<Void>] = []
      if isBefore { others.append(promise.done(on: free) { [semaphore] _ in semaphore.signal() }) }
      let blocking = promise.map(on: blocked) { [isSignaled] _ in isSignaled() }
      if !isBefore { others.append(promise.done(on: free) { [semaphore] _ in semaphore.signal() }) }
      resolver.fulfill(1)
      #expect(try await blocking.get())
      for other in others { try await other.get() }
    }
  }

  @Test func `a blocking handler does not delay other promises and their chains`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    let blocking = promise.map(on: blocked) { [isSignaled] _ in isSignaled() }
    let chain = other.map(on: free) { $0 + 1 }.then(on: nil) { Promise.value($0) }.done(on: free) { [semaphore] _ in
      semaphore.signal()
    }
    resolver.fulfill(1)
    otherResolver.fulfill(1)
    #expect(try await blocking.get())
    try await chain.get()
  }

  /// Handlers on the blocked queue are delayed, but none is lost.
  @Test func `handlers enqueued behind a blocking handler run in order when it returns`() async throws {
    let log = Log<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    let blocking = promise.map(on: blocked) { [isSignaled] _ in isSignaled() }
    var behind = (0..<10).map { number in promise.done(on: blocked) { _ in log(number) } }
    resolver.fulfill(1)
    behind += (10..<20).map { number in promise.done(on: blocked) { _ in log(number) } }
    try await promise.done(on: free) { [semaphore] _ in
      #expect(log.count == 0)
      semaphore.signal()
    }.get()
    #expect(try await blocking.get())
    for handler in behind { try await handler.get() }
    #expect(log.entries == Array(0..<20))
  }

  @Test func `a blocking handler does not delay tasks that await its upstream promise`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let blocking = promise.map(on: blocked) { [isSignaled] _ in isSignaled() }
    resolver.fulfill(1)
    // The waiting task is not resumed through the blocked queue.
    #expect(try await promise.get() == 1)
    #expect(blocking.isPending)
    semaphore.signal()
    #expect(try await blocking.get())
  }

  @Test func `a promise can be canceled while its handler blocks`() async throws {
    let log = Log<Bool>()
    let started = Gate()
    let (promise, resolver) = Promise<Int>.pending()
    let blocking = promise.map(on: blocked) { [isSignaled] _ in
      started.open()
      log(isSignaled())
    }
    resolver.fulfill(1)
    try await started.opened()
    blocking.cancel()
    await #expect(throws: CancellationError.self) { try await blocking.get() }
    #expect(log.count == 0)
    semaphore.signal()
    await blocked.finished()
    #expect(log.entries == [true])
  }

  /// No lock is held while the handler runs, neither that of its upstream promise nor that of its derived promise.
  @Test func `other threads can use the promises of an inline handler that blocks`() async throws {
    let started = Gate()
    let (promise, resolver) = Promise<Int>.pending()
    let derived = promise.map(on: nil) { [isSignaled] _ in
      started.open()
      return isSignaled()
    }
    let isSettled = blocked.async(.promise) { resolver.fulfill(1) }
    try await started.opened()
    #expect(promise.value == 1 && derived.isPending)
    resolver.fulfill(2)
    promise.cancel()
    let late = derived.map(on: nil) { $0 }
    #expect(try await promise.map(on: free) { $0 + 1 }.get() == 2)
    semaphore.signal()
    await isSettled.get()
    #expect(try await late.get())
  }

  @Test func `a promise can be used while its onCancel handler blocks`() async throws {
    let started = Gate()
    let log = Log<Bool>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { [isSignaled] in
      started.open()
      log(isSignaled())
    }
    let isCancelled = blocked.async(.promise) { promise.cancel() }
    try await started.opened()
    await #expect(throws: CancellationError.self) { try await promise.get() }
    #expect(resolver.isCancelled && log.count == 0)
    resolver.fulfill(1)
    promise.cancel()
    semaphore.signal()
    await isCancelled.get()
    #expect(log.entries == [true])
  }
}
