import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A queue that is suspended before anything begins on it: nothing runs there, everything else goes on; and when it is
/// resumed nothing is lost. What is under way when a handler suspends it: see `SuspendingHandlerTests`.
@Suite(.promises(timeLimit: .seconds(280))) struct SuspendedQueueTests {
  private let queue: DispatchQueue
  private let log = Log<Int>()

  init() {
    queue = DispatchQueue(label: "SuspendedQueueTests")
    queue.suspend()
  }

  @Test func handlersRunInOrderWhenItIsResumed() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    var handlers = (0..<10).map { number in promise.done(on: queue) { [log] _ in log(number) } }
    resolver.fulfill(1)
    handlers += (10..<20).map { number in promise.done(on: queue) { [log] _ in log(number) } }
    // Elsewhere everything goes on.
    #expect(try await promise.get() == 1)
    #expect(try await promise.map(on: .global()) { $0 + 1 }.get() == 2)
    #expect(log.count == 0 && handlers.allSatisfy(\.isPending))
    queue.resume()
    for handler in handlers { try await handler.get() }
    #expect(log.entries == Array(0..<20))
  }

  @Test func aChainStopsThereAndGoesOn() async throws {
    let before = DispatchQueue(label: "SuspendedQueueTests.before")
    let first = Promise.value(1).map(on: before) { $0 + 1 }
    let end = first.map(on: queue) { [log] number in
      log(number)
      return number + 1
    }.map(on: .global()) { [log] number in
      log(number)
      return number + 1
    }
    // What the first step sets off, it does before anything else runs on its queue: the second is in line now.
    await before.finished()
    #expect(first.value == 2 && end.isPending && log.count == 0)
    queue.resume()
    #expect(try await end.get() == 4)
    #expect(log.entries == [2, 3])
  }

  @Test func whoIsCancelledMeanwhileDoesNotRun() async throws {
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
    // Whoever waits for them hears of it now.
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

  @Test func whoIsCancelledMeanwhileTellsItsProducer() async {
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

  @Test func whatNobodyHoldsMeanwhileIsNotLost() async throws {
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

  @Test func aCombinatorWaitsForWhoeverIsHeldUp() async throws {
    let held = Promise.value(1).map(on: queue) { $0 + 1 }
    let whole = when(fulfilled: held, Promise.value(3))
    let first = race(held, Promise.value(4))
    #expect(first.value == 4)
    #expect(whole.isPending)
    queue.resume()
    #expect(try await whole.get() == (2, 3))
  }

  @Test func suspendedAgainAndAgain() async throws {
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
