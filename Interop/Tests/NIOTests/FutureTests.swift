import InteropSupport
import NIOCore
import PromiseConcurrency
import PromiseTesting
import Testing

/// Tests the conversions between futures and promises of SwiftNIO and promises of this library.
@Suite(.promises(timeLimit: .testLimit), .eventLoop) struct FutureTests {
  let eventLoop = EventLoopTrait.current!

  // MARK: EventLoopFuture to Promise

  @Test func `a promise wraps a future with a task`() async throws {
    let future = eventLoop.submit { 1 }
    #expect(try await Promise { try await future.get() }.get() == 1)
  }

  @Test func `a promise wraps a future without a task`() async throws {
    let future = eventLoop.submit { 1 }
    let promise = Promise { resolver in future.whenComplete { resolver.resolve($0) } }
    #expect(try await promise.get() == 1)
  }

  @Test func `a promise wraps a future without a value`() async throws {
    let future = eventLoop.scheduleTask(in: .microseconds(1)) {}.futureResult
    let promises: [Promise<Void>] = [
      Promise { try await future.get() },
      Promise<Void> { resolver in future.whenComplete { resolver.resolve($0) } },
    ]
    for promise in promises { try await promise.get() }
    #expect(promises.allSatisfy { $0.isFulfilled })
  }

  @Test func `an error of the future rejects the promise`() async throws {
    let future: EventLoopFuture<Int> = eventLoop.makeFailedFuture(TestError.one)
    await #expect(throws: TestError.one) { try await Promise { try await future.get() }.get() }
    let promise = Promise<Int> { resolver in future.whenComplete { resolver.resolve($0) } }
    await #expect(throws: TestError.one) { try await promise.get() }
  }

  @Test func `canceling the promise cancels a scheduled task`() async throws {
    let scheduled = eventLoop.scheduleTask(in: .hours(1)) { 1 }
    let promise = Promise<Int> { resolver in
      scheduled.futureResult.whenComplete { resolver.resolve($0) }
      resolver.onCancel { scheduled.cancel() }
    }
    promise.cancel()
    await #expect(throws: EventLoopError.cancelled) { try await scheduled.futureResult.get() }
    #expect(promise.isCancelled)
  }

  // MARK: Promise to EventLoopFuture

  @Test func `a future wraps a promise with a task`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let future = eventLoop.makeFutureWithTask { try await promise.get() }
    resolver.fulfill(1)
    #expect(try await future.get() == 1)
    #expect(try await eventLoop.makeFutureWithTask { await Guarantee.value(2).get() }.get() == 2)
  }

  @Test func `a future wraps a promise without a task`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let eventLoopPromise = eventLoop.makePromise(of: Int.self)
    promise.complete(on: nil) { eventLoopPromise.completeWith($0) }
    resolver.fulfill(1)
    #expect(try await eventLoopPromise.futureResult.get() == 1)
  }

  @Test func `a future wraps a promise without a value and a guarantee`() async throws {
    let (done, answer) = (eventLoop.makePromise(of: Void.self), eventLoop.makePromise(of: Int.self))
    Promise.value(()).complete(on: nil) { done.completeWith($0) }
    Guarantee.value(42).done(on: nil) { answer.succeed($0) }
    try await done.futureResult.get()
    #expect(try await answer.futureResult.get() == 42)
  }

  @Test func `a rejection fails the future`() async throws {
    let promise = Promise<Int>(error: TestError.one)
    let eventLoopPromise = eventLoop.makePromise(of: Int.self)
    promise.complete(on: nil) { eventLoopPromise.completeWith($0) }
    await #expect(throws: TestError.one) { try await eventLoopPromise.futureResult.get() }
    let future = eventLoop.makeFutureWithTask { try await promise.get() }
    await #expect(throws: TestError.one) { try await future.get() }
  }

  @Test func `canceling the promise fails the future with a cancellation error`() async throws {
    let pending = Cancellable()
    let eventLoopPromise = eventLoop.makePromise(of: Int.self)
    pending.promise.complete(on: nil) { eventLoopPromise.completeWith($0) }
    pending.promise.cancel()
    await #expect(throws: CancellationError.self) { try await eventLoopPromise.futureResult.get() }
  }

  // MARK: Round trip

  @Test func `a thousand round trips preserve all values`() async throws {
    let promises = (0..<1000).map { number in
      let future = eventLoop.next().submit { number }
      let there = Promise { resolver in future.whenComplete { resolver.resolve($0) } }
      let back = eventLoop.makeFutureWithTask { try await there.get() }
      return Promise { try await back.get() }
    }
    #expect(try await when(fulfilled: promises).get() == Array(0..<1000))
  }
}
