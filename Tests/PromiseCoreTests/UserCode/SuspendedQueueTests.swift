import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A queue that is suspended before any handler starts on it. No handler runs there, everything else continues, and
/// nothing is lost when the queue resumes. For handlers that suspend the queue while they run, see
/// `SuspendingHandlerTests`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct SuspendedQueueTests {
  private let queue: DispatchQueue
  private let log = Log<Int>()

  init() {
    queue = DispatchQueue(label: "SuspendedQueueTests")
    queue.suspend()
  }

  @Test func `handlers on a suspended queue run in order when it resumes`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    var handlers = (0..<10).map { number in promise.done(on: queue) { [log] _ in log(number) } }
    resolver.fulfill(1)
    handlers += (10..<20).map { number in promise.done(on: queue) { [log] _ in log(number) } }
    // Everything else continues.
    #expect(try await promise.get() == 1)
    #expect(try await promise.map(on: .global()) { $0 + 1 }.get() == 2)
    #expect(log.count == 0 && handlers.allSatisfy(\.isPending))
    queue.resume()
    for handler in handlers { try await handler.get() }
    #expect(log.entries == Array(0..<20))
  }

  @Test func `an outcome that skips a handler does not wait for its queue`() {
    let (value, error) = (Promise.value(1), Promise<Int>(error: TestError.one))
    let skipping: [AnyPromise] = [
      value.catch(on: queue) { _ in }.any,
      value.catch(on: queue, policy: .allErrors) { _ in }.any,
      value.catch(only: TestError.self, on: queue) { _ in }.any,
      value.recover(on: queue) { _ in Promise.value(2) }.any,
      value.recover(on: queue) { _ in Guarantee.value(2) }.any,
      value.recover(only: TestError.self, on: queue) { _ in Promise.value(2) }.any,
      error.catch(only: PromiseError.self, on: queue) { _ in }.any,
      error.recover(only: PromiseError.self, on: queue) { _ in Promise.value(2) }.any,
      error.done(on: queue) { _ in }.any,
      error.map(on: queue) { $0 }.any,
      error.then(on: queue) { Promise.value($0) }.any,
      error.get(on: queue) { _ in }.any,
      error.compactMap(on: queue) { $0 }.any,
      error.validate(on: queue) { _ in true }.any,
    ]
    for promise in skipping { #expect(promise.isSettled, "\(promise)") }
    queue.resume()
    for promise in skipping { promise.markObserved() }
  }

  @Test func `a chain stops at a suspended queue and continues when it resumes`() async throws {
    let before = DispatchQueue(label: "SuspendedQueueTests.before")
    let first = Promise.value(1).map(on: before) { $0 + 1 }
    let end = first.map(on: queue) { [log] number in
      log(number)
      return number + 1
    }.map(on: .global()) { [log] number in
      log(number)
      return number + 1
    }
    // The first step enqueues the second before anything else runs on its queue.
    await before.finished()
    #expect(first.value == 2 && end.isPending && log.count == 0)
    queue.resume()
    #expect(try await end.get() == 4)
    #expect(log.entries == [2, 3])
  }

  @Test func `handlers that are canceled while their queue is suspended never run`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let lifetime = Lifetime()
    let handlers = (0..<20).map { number in
      let object = lifetime.object()
      return promise.done(on: queue) { [log] _ in
        object.touch()
        log(number)
      }
    }
    for number in stride(from: 0, to: 10, by: 2) { handlers[number].cancel() }
    resolver.fulfill(1)
    for number in stride(from: 10, to: 20, by: 2) { handlers[number].cancel() }
    // Observers of the canceled promises are notified immediately.
    for number in stride(from: 0, to: 20, by: 2) {
      await #expect(throws: CancellationError.self) { try await handlers[number].get() }
    }
    #expect(log.count == 0 && promise.value == 1 && !resolver.isCancelled)
    queue.resume()
    for number in stride(from: 1, to: 20, by: 2) { try await handlers[number].get() }
    await queue.finished()
    #expect(log.entries == Array(stride(from: 1, to: 20, by: 2)))
    #expect(lifetime.alive == 0)
  }

  @Test func `canceling promises while their queue is suspended notifies their producers`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let (inner, innerResolver) = Promise<Int>.pending()
    let chain = Promise.value(1).then(on: nil) { _ in inner }.map(on: queue) { $0 }
    promise.map(on: queue) { $0 }.cancel()
    chain.cancel()
    #expect(promise.isCancelled && resolver.isCancelled)
    #expect(chain.isCancelled && inner.isCancelled && innerResolver.isCancelled)
    queue.resume()
    await queue.finished()
  }

  @Test func `promises that are not retained while their queue is suspended still settle`() async throws {
    let gates = [Gate(), Gate()]
    do {
      let (promise, resolver) = Promise<Int>.pending()
      promise.map(on: queue) { $0 + 1 }.done(on: queue) { [log] number in
        log(number)
        gates[0].open()
      }.cauterize()
      promise.map(on: .global()) { $0 + 2 }.done(on: queue) { [log] number in
        log(number)
        gates[1].open()
      }.cauterize()
      resolver.fulfill(1)
    }
    #expect(log.count == 0)
    queue.resume()
    for gate in gates { try await gate.opened() }
    #expect(log.entries.sorted() == [2, 3])
  }

  @Test func `a combinator waits for an input on a suspended queue`() async throws {
    let held = Promise.value(1).map(on: queue) { $0 + 1 }
    let whole = when(fulfilled: held, Promise.value(3))
    let first = race(held, Promise.value(4))
    #expect(first.value == 4)
    #expect(whole.isPending)
    queue.resume()
    #expect(try await whole.get() == (2, 3))
  }

  @Test func `a queue may be suspended and resumed many times`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let handlers = (0..<many(2000)).map { number in promise.done(on: queue) { [log] _ in log(number) } }
    resolver.fulfill(1)
    for _ in 0..<many(1000) {
      queue.resume()
      queue.suspend()
    }
    queue.resume()
    for handler in handlers { try await handler.get() }
    #expect(log.entries == Array(handlers.indices))
  }
}
