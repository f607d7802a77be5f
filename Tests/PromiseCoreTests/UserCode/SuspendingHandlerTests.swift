import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Handlers that suspend their own queue. Their chain may continue for one time slice and everything else waits. When
/// the queue resumes, nothing is lost and nothing runs twice.
///
/// The queue targets a second, serial queue. Work enqueued there afterwards runs once the suspended queue has stopped.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct SuspendingHandlerTests {
  private let target = DispatchQueue(label: "SuspendingHandlerTests.target")

  private func queue(_ attributes: DispatchQueue.Attributes = []) -> DispatchQueue {
    DispatchQueue(label: "SuspendingHandlerTests", attributes: attributes, target: target)
  }

  /// Returns when everything that has started on the queue has finished.
  private func stopped() async { await target.finished() }

  /// A handler suspends the queue and then settles another promise with handlers on that queue.
  @Test(arguments: [false, true])
  func `handlers enqueued after the queue was suspended run when it resumes`(_ isConcurrent: Bool) async throws {
    let queue = queue(isConcurrent ? .concurrent : [])
    let (steps, others, isSuspended) = (Log<Int>(), Log<Int>(), Gate())
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    var end = promise.map(on: queue) { number in
      queue.suspend()
      steps(0)
      otherResolver.fulfill(1)
      isSuspended.open()
      return number
    }
    for step in 1..<100 {
      end = end.map(on: queue) { number in
        steps(step)
        return number + 1
      }
    }
    let handlers = (0..<20).map { number in other.done(on: queue) { _ in others(number) } }
    resolver.fulfill(0)
    try await isSuspended.opened()
    await stopped()
    let started = steps.count
    #expect(others.count == 0 && started >= 1)
    await stopped()
    #expect(others.count == 0 && steps.count == started)
    queue.resume()
    #expect(try await end.get() == 99)
    for handler in handlers { try await handler.get() }
    #expect(steps.entries == Array(0..<100))
    #expect((isConcurrent ? others.entries.sorted() : others.entries) == Array(0..<20))
  }

  /// The handlers are already enqueued when the first handler suspends the queue.
  @Test func `handlers enqueued before the queue was suspended run when it resumes`() async throws {
    let queue = queue()
    let (steps, others, isSuspended) = (Log<Int>(), Log<Int>(), Gate())
    queue.suspend()
    var end = Promise.value(0).map(on: queue) { number in
      queue.suspend()
      steps(0)
      isSuspended.open()
      return number
    }
    let handlers = (0..<20).map { number in Promise.value(1).done(on: queue) { _ in others(number) } }
    for step in 1..<100 {
      end = end.map(on: queue) { number in
        steps(step)
        return number + 1
      }
    }
    queue.resume()
    try await isSuspended.opened()
    await stopped()
    #expect(others.count == 0 && steps.count >= 1)
    queue.resume()
    #expect(try await end.get() == 99)
    for handler in handlers { try await handler.get() }
    #expect(steps.entries == Array(0..<100) && others.entries == Array(0..<20))
  }

  /// The chain may use up its time slice of 0.4 ms, which its second handler exceeds.
  @Test(arguments: [false, true])
  func `a chain on a suspended queue stops when its time slice ends`(_ isConcurrent: Bool) async throws {
    let queue = queue(isConcurrent ? .concurrent : [])
    let (steps, isSuspended) = (Log<Int>(), Gate())
    let (promise, resolver) = Promise<Int>.pending()
    var end = promise.map(on: queue) { number in
      queue.suspend()
      steps(0)
      isSuspended.open()
      return number
    }
    for step in 1..<10 {
      end = end.map(on: queue) { number in
        steps(step)
        let begin = DispatchTime.now().uptimeNanoseconds
        while DispatchTime.now().uptimeNanoseconds < begin + 500_000 {}
        return number + 1
      }
    }
    resolver.fulfill(0)
    try await isSuspended.opened()
    await stopped()
    #expect(end.isPending && steps.count <= 2)
    queue.resume()
    #expect(try await end.get() == 9)
    #expect(steps.entries == Array(0..<10))
  }

  /// Each handler suspends the queue, and another queue resumes it.
  @Test func `many handlers may each suspend the queue`() async throws {
    let queue = queue()
    let (log, helper) = (Log<Int>(), DispatchQueue(label: "SuspendingHandlerTests.helper"))
    let (promise, resolver) = Promise<Int>.pending()
    var handlers: [Promise<Int>] = []
    for number in 0..<many(2000) {
      let handler = { @Sendable (value: Int) in
        queue.suspend()
        helper.async { queue.resume() }
        log(number)
        return value
      }
      handlers.append((number % 2 == 0 ? promise : handlers[number - 1]).map(on: queue, handler))
    }
    resolver.fulfill(1)
    for handler in handlers { #expect(try await handler.get() == 1) }
    #expect(log.entries.sorted() == Array(handlers.indices))
    await helper.finished()
  }
}
