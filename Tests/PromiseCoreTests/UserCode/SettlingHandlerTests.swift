import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Handlers that settle promises: others, promises on which their own chain depends, and promises already settled.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, abandoned: .ignore)) struct SettlingHandlerTests {
  @Test(arguments: ExecutorKind.allCases)
  func `a handler cannot settle its upstream promise again`(_ executor: ExecutorKind) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let first = promise.map(on: executor.queue) { number in
      resolver.fulfill(number + 1)
      resolver.reject(TestError.one)
      return number
    }
    let second = promise.map(on: executor.queue) { $0 }
    resolver.fulfill(1)
    #expect(try await first.get() == 1)
    #expect(try await second.get() == 1)
    #expect(promise.value == 1)
  }

  @Test(arguments: ExecutorKind.allCases)
  func `a handler may settle the promise that it returns`(_ executor: ExecutorKind) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let chain = promise.then(on: executor.queue) { number in
      let (inner, innerResolver) = Promise<Int>.pending()
      innerResolver.fulfill(number + 1)
      return inner
    }
    resolver.fulfill(1)
    #expect(try await chain.get() == 2)
  }

  /// A handler at the start of a chain settles a promise on which the chain depends, before and after it is returned.
  @Test(arguments: ExecutorKind.allCases)
  func `a handler may settle the promise that its chain adopts`(_ executor: ExecutorKind) async throws {
    let queue = executor.queue
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

  /// Each handler settles the promise of the next handler, thousands of times. On a queue this needs no stack.
  @Test func `handlers on a queue that settle the next promise need no stack`() async {
    let count = many(20_000)
    let queue = DispatchQueue(label: "SettlingHandlerTests")
    let log = Log<Int>()
    let pending = (0..<count).map { _ in Promise<Int>.pending() }
    let handlers = pending.enumerated().map { index, entry in
      entry.promise.done(on: queue) { number in
        if number % 1000 == 0 { log(number) }
        if index + 1 < count { pending[index + 1].resolver.fulfill(number + 1) }
      }
    }
    await onSmallStack { pending[0].resolver.fulfill(0) }
    _ = await handlers[count - 1].getResult()
    #expect(pending[count - 1].promise.value == count - 1)
    #expect(log.entries == Array(stride(from: 0, to: count, by: 1000)))
  }

  /// With `on: nil`, a handler runs within the call that settles its promise, and so within the handler that makes the
  /// call.
  @Test func `inline handlers run within the call that settles their promise`() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Void>.pending()
    let (other, otherResolver) = Promise<Void>.pending()
    other.done(on: nil) { log("other") }.cauterize()
    promise.done(on: nil) {
      log("settles")
      otherResolver.fulfill()
      log("continues")
    }.cauterize()
    promise.done(on: nil) { log("sibling") }.cauterize()
    resolver.fulfill()
    #expect(log.entries == ["settles", "other", "continues", "sibling"])
  }

  @Test func `on a serial queue, handlers run after the handler that settled their promise returns`() async throws {
    let queue = DispatchQueue(label: "SettlingHandlerTests")
    let log = Log<String>()
    let (promise, resolver) = Promise<Void>.pending()
    let (other, otherResolver) = Promise<Void>.pending()
    let last = other.done(on: queue) { log("other") }
    let settles = promise.done(on: queue) {
      log("settles")
      otherResolver.fulfill()
      log("continues")
    }
    resolver.fulfill()
    try await when(fulfilled: last, settles).get()
    #expect(log.entries == ["settles", "continues", "other"])
  }

  @Test(arguments: ExecutorKind.allCases)
  func `a handler in a race may settle the other input, which then wins`(_ executor: ExecutorKind) async throws {
    let (first, resolver) = Promise<Int>.pending()
    let (second, rival) = Promise<Int>.pending()
    let whole = race(
      first.map(on: executor.queue) { number in
        rival.fulfill(number + 1)
        return number
      }, second)
    resolver.fulfill(1)
    // The other input settled first, while the handler was running.
    #expect(try await whole.get() == 2)
  }

  /// The handler settles all other inputs of the combinator that waits for its own promise.
  @Test(arguments: ExecutorKind.allCases)
  func `a handler may settle the other inputs of its combinator`(_ executor: ExecutorKind) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let others = (0..<10).map { _ in Promise<Int>.pending() }
    let own = promise.map(on: executor.queue) { number in
      for (index, other) in others.enumerated() { other.resolver.fulfill(index) }
      return number
    }
    let whole = when(fulfilled: others.map(\.promise) + [own])
    resolver.fulfill(10)
    #expect(try await whole.get() == Array(0...10))
  }
}
