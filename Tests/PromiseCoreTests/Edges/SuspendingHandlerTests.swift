import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Handlers that suspend the queue they run on: their chain may go on for a moment, everything else waits; and when the
/// queue is resumed nothing is lost, and nothing runs twice.
///
/// The queue has another one run what it has, serially: what is sent there afterwards runs when the queue has stopped.
@Suite(.promises(timeLimit: .seconds(280))) struct SuspendingHandlerTests {
  private let target = DispatchQueue(label: "SuspendingHandlerTests.target")

  private func queue(_ attributes: DispatchQueue.Attributes = []) -> DispatchQueue {
    DispatchQueue(label: "SuspendingHandlerTests", attributes: attributes, target: target)
  }

  /// Returns when whatever was begun on the queue is over.
  private func stopped() async { await target.finished() }

  /// A handler suspends the queue, and settles another promise then, whose handlers are to run there.
  @Test(arguments: [false, true]) func whatIsSentAfterwards(_ isConcurrent: Bool) async throws {
    let queue = queue(isConcurrent ? .concurrent : [])
    let (links, others, isSuspended) = (Log<Int>(), Log<Int>(), Gate())
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    var end = promise.map(on: queue) { number in
      queue.suspend()
      links(0)
      otherResolver.fulfill(1)
      isSuspended.open()
      return number
    }
    for link in 1..<100 {
      end = end.map(on: queue) { number in
        links(link)
        return number + 1
      }
    }
    let handlers = (0..<20).map { number in other.done(on: queue) { _ in others(number) } }
    resolver.fulfill(0)
    try await isSuspended.opened()
    await stopped()
    let begun = links.count
    #expect(others.count == 0 && begun >= 1)
    await stopped()
    #expect(others.count == 0 && links.count == begun)
    queue.resume()
    #expect(try await end.get() == 99)
    for handler in handlers { try await handler.get() }
    #expect(links.entries == Array(0..<100))
    #expect((isConcurrent ? others.entries.sorted() : others.entries) == Array(0..<20))
  }

  /// What was in the queue before the handler that suspends it began.
  @Test func whatWasSentBefore() async throws {
    let queue = queue()
    let (links, others, isSuspended) = (Log<Int>(), Log<Int>(), Gate())
    queue.suspend()
    var end = Promise.value(0).map(on: queue) { number in
      queue.suspend()
      links(0)
      isSuspended.open()
      return number
    }
    let handlers = (0..<20).map { number in Promise.value(1).done(on: queue) { _ in others(number) } }
    for link in 1..<100 {
      end = end.map(on: queue) { number in
        links(link)
        return number + 1
      }
    }
    queue.resume()
    try await isSuspended.opened()
    await stopped()
    #expect(others.count == 0 && links.count >= 1)
    queue.resume()
    #expect(try await end.get() == 99)
    for handler in handlers { try await handler.get() }
    #expect(links.entries == Array(0..<100) && others.entries == Array(0..<20))
  }

  /// The chain goes on no longer than its turn is: 0.4 ms, which its second handler uses up.
  @Test(arguments: [false, true]) func theChainStopsWhenItsTurnIsOver(_ isConcurrent: Bool) async throws {
    let queue = queue(isConcurrent ? .concurrent : [])
    let (links, isSuspended) = (Log<Int>(), Gate())
    let (promise, resolver) = Promise<Int>.pending()
    var end = promise.map(on: queue) { number in
      queue.suspend()
      links(0)
      isSuspended.open()
      return number
    }
    for link in 1..<10 {
      end = end.map(on: queue) { number in
        links(link)
        let begin = DispatchTime.now().uptimeNanoseconds
        while DispatchTime.now().uptimeNanoseconds < begin + 500_000 {}
        return number + 1
      }
    }
    resolver.fulfill(0)
    try await isSuspended.opened()
    await stopped()
    #expect(end.isPending && links.count <= 2)
    queue.resume()
    #expect(try await end.get() == 9)
    #expect(links.entries == Array(0..<10))
  }

  /// Each handler suspends the queue, and somebody resumes it.
  @Test func eachOfManyHandlers() async throws {
    let queue = queue()
    let (log, helper) = (Log<Int>(), DispatchQueue(label: "SuspendingHandlerTests.helper"))
    let (promise, resolver) = Promise<Int>.pending()
    var handlers: [Promise<Int>] = []
    for number in 0..<many(2000) {
      let link = { @Sendable (value: Int) in
        queue.suspend()
        helper.async { queue.resume() }
        log(number)
        return value
      }
      handlers.append((number % 2 == 0 ? promise : handlers[number - 1]).map(on: queue, link))
    }
    resolver.fulfill(1)
    for handler in handlers { #expect(try await handler.get() == 1) }
    #expect(log.entries.sorted() == Array(handlers.indices))
    await helper.finished()
  }
}
