import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A handler that blocks keeps its own queue waiting, and nobody else.
///
/// Each blocks until a handler elsewhere has run, or for minutes, if that is kept waiting after all.
@Suite(.promises(timeLimit: .seconds(280))) struct BlockingHandlerTests {
  private let blocked = DispatchQueue(label: "BlockingHandlerTests.blocked")
  private let free = DispatchQueue(label: "BlockingHandlerTests.free")
  private let semaphore = DispatchSemaphore(value: 0)

  /// Whether somebody signals.
  private var isSignalled: @Sendable () -> Bool {
    { [semaphore] in semaphore.wait(timeout: .now() + 280) == .success }
  }

  @Test func handlersOfTheSamePromiseOnAnotherQueue() async throws {
    for isBefore in [true, false] {
      let (promise, resolver) = Promise<Int>.pending()
      var others: [Promise<Void>] = []
      if isBefore { others.append(promise.done(on: free) { [semaphore] _ in semaphore.signal() }) }
      let blocking = promise.map(on: blocked) { [isSignalled] _ in isSignalled() }
      if !isBefore { others.append(promise.done(on: free) { [semaphore] _ in semaphore.signal() }) }
      resolver.fulfill(1)
      #expect(try await blocking.get())
      for other in others { try await other.get() }
    }
  }

  @Test func handlersOfOtherPromisesAndTheirChains() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    let blocking = promise.map(on: blocked) { [isSignalled] _ in isSignalled() }
    let chain = other.map(on: free) { $0 + 1 }.then(on: nil) { Promise.value($0) }.done(on: free) { [semaphore] _ in
      semaphore.signal()
    }
    resolver.fulfill(1)
    otherResolver.fulfill(1)
    #expect(try await blocking.get())
    try await chain.get()
  }

  /// Those on its own queue have to wait, and lose nothing.
  @Test func thoseBehindItRunInOrderWhenItIsOver() async throws {
    let log = Log<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    let blocking = promise.map(on: blocked) { [isSignalled] _ in isSignalled() }
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

  @Test func whoWaitsForThePromiseItself() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let blocking = promise.map(on: blocked) { [isSignalled] _ in isSignalled() }
    resolver.fulfill(1)
    // The waiter does not go by way of a queue.
    #expect(try await promise.get() == 1)
    #expect(blocking.isPending)
    semaphore.signal()
    #expect(try await blocking.get())
  }

  @Test func whoCancelsItWhileItBlocks() async throws {
    let log = Log<Bool>()
    let begun = Gate()
    let (promise, resolver) = Promise<Int>.pending()
    let blocking = promise.map(on: blocked) { [isSignalled] _ in
      begun.open()
      log(isSignalled())
    }
    resolver.fulfill(1)
    try await begun.opened()
    blocking.cancel()
    await #expect(throws: CancellationError.self) { try await blocking.get() }
    #expect(log.count == 0)
    semaphore.signal()
    await blocked.finished()
    #expect(log.entries == [true])
  }

  /// It holds no lock of the promise that settles, nor of the one that it makes.
  @Test func whoUsesThePromisesOfAnInlineHandlerThatBlocks() async throws {
    let begun = Gate()
    let (promise, resolver) = Promise<Int>.pending()
    let derived = promise.map(on: nil) { [isSignalled] _ in
      begun.open()
      return isSignalled()
    }
    let isSettled = blocked.async(.promise) { resolver.fulfill(1) }
    try await begun.opened()
    #expect(promise.value == 1 && derived.isPending)
    resolver.fulfill(2)
    promise.cancel()
    let late = derived.map(on: nil) { $0 }
    #expect(try await promise.map(on: free) { $0 + 1 }.get() == 2)
    semaphore.signal()
    await isSettled.get()
    #expect(try await late.get())
  }

  @Test func aHandlerOfOnCancelThatBlocks() async throws {
    let begun = Gate()
    let log = Log<Bool>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { [isSignalled] in
      begun.open()
      log(isSignalled())
    }
    let isCancelled = blocked.async(.promise) { promise.cancel() }
    try await begun.opened()
    await #expect(throws: CancellationError.self) { try await promise.get() }
    #expect(resolver.isCancelled && log.count == 0)
    resolver.fulfill(1)
    promise.cancel()
    semaphore.signal()
    await isCancelled.get()
    #expect(log.entries == [true])
  }
}
