import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The other forms of waiting: `get(cancellation: .forward)`, `get(timeout:)`, `getResult()`, and `get()` in generic
/// code.
@Suite(.promises(timeLimit: .testLimit)) struct GetFormsTests {
  // MARK: Forwarding cancellation

  @Test func `forwarding cancels a promise without another consumer`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let stage = Stage()
    let task = await stage.start { stage in try await promise.get(cancellation: .forward) }
    await stage.allSuspended()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(promise.isCancelled && resolver.isCancelled)
  }

  @Test func `forwarding does not cancel a promise with another consumer`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let handler = promise.map(on: nil) { $0 + 1 }
    let stage = Stage()
    let task = await stage.start { stage in try await promise.get(cancellation: .forward) }
    let other = await stage.start { stage in try await promise.get() }
    await stage.allSuspended()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(promise.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
    #expect(try await other.value == 1)
    #expect(handler.value == 2)
  }

  @Test func `the last of several waiting tasks cancels the promise`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let stage = Stage()
    let first = await stage.start { stage in try await promise.get(cancellation: .forward) }
    let last = await stage.start { stage in try await promise.get(cancellation: .forward) }
    await stage.allSuspended()
    first.cancel()
    _ = await first.result
    #expect(!resolver.isCancelled)
    last.cancel()
    _ = await last.result
    #expect(resolver.isCancelled)
  }

  @Test func `forwarding cancels the promise if the task was canceled before it waits`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await promise.get(cancellation: .forward)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(resolver.isCancelled)
  }

  @Test func `forwarding cancels the whole chain`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let chain = promise.map(on: nil) { $0 }.then(on: nil) { Promise.value($0) }
    let stage = Stage()
    let task = await stage.start { stage in try await chain.get(cancellation: .forward) }
    await stage.allSuspended()
    task.cancel()
    _ = await task.result
    #expect(resolver.isCancelled)
  }

  @Test func `forwarding fulfills the guarantee of a timer early`() async throws {
    let guarantee = after(seconds: .infinity).map(on: nil) { 1 }
    let stage = Stage()
    let task = await stage.start { stage in await guarantee.get(cancellation: .forward) }
    await stage.allSuspended()
    #expect(guarantee.isPending)
    task.cancel()
    #expect(try await task.value == 1)
  }

  @Test func `forwarding and settling may race`() async {
    for _ in 0..<500 {
      let (promise, resolver) = Promise<Int>.pending()
      let task = Task { try await promise.get(cancellation: .forward) }
      async let settling: Void = Task.detached { resolver.fulfill(1) }.value
      async let cancelling: Void = Task.detached { task.cancel() }.value
      let result = await task.result
      _ = await (settling, cancelling)
      switch result {
      case .success(let value): #expect(value == 1 && promise.value == 1)
      case .failure(let error): #expect(error is CancellationError && promise.isSettled)
      }
    }
  }

  // MARK: A time limit

  @Test func `a settled promise does not time out`() async throws {
    #expect(try await Promise.value(1).get(timeout: 0) == 1)
    #expect(try await Promise.value(1).get(timeout: .seconds(-1)) == 1)
    #expect(try await Guarantee.value(1).get(timeout: .nan) == 1)
    await #expect(throws: TestError.one) { try await Promise<Int>(error: TestError.one).get(timeout: 0) }
  }

  @Test(arguments: [0, -1, .nan, -Double.infinity])
  func `a pending promise times out immediately with a limit of zero, a negative limit or NaN`(
    _ seconds: Double
  ) async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let isCancelled = Gate()
    resolver.onCancel { isCancelled.open() }
    await #expect(throws: PromiseError.timedOut) { try await promise.get(timeout: seconds) }
    // A timer that fires before the task has suspended ends the wait first and cancels the promise afterward.
    try await isCancelled.opened()
  }

  @Test func `a timeout does not cancel a promise with another consumer`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let handler = promise.map(on: nil) { $0 + 1 }
    await #expect(throws: PromiseError.timedOut) { try await promise.get(timeout: .milliseconds(1)) }
    #expect(!resolver.isCancelled)
    resolver.fulfill(1)
    #expect(handler.value == 2)
  }

  @Test func `a timeout does not cancel the promise if losers are spared`() async {
    let (promise, resolver) = Promise<Int>.pending()
    await #expect(throws: PromiseError.timedOut) { try await promise.get(timeout: 0.001, losers: .spare) }
    #expect(promise.isPending && !resolver.isCancelled)
    // The task has departed, so it does not prevent the cancellation of the promise by the remaining consumers.
    promise.map(on: nil) { $0 }.cancel()
    #expect(resolver.isCancelled)
  }

  @Test func `the timer is removed when the wait ends`() async throws {
    let clock = HandClock()
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task { try await promise.get(timeout: .seconds(5), clock: clock) }
    try await clock.slept(1)
    resolver.fulfill(1)
    #expect(try await task.value == 1)
    let (other, otherResolver) = Promise<Int>.pending()
    let cancelled = Task { try await other.get(timeout: .seconds(5), clock: clock) }
    try await clock.slept(2)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    try await clock.allAwake()
    otherResolver.fulfill(1)
  }

  @Test func `a canceled wait does not time out later`() async throws {
    let clock = HandClock()
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task { try await promise.get(timeout: .seconds(5), clock: clock) }
    try await clock.slept(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    clock.advance(by: .seconds(10))
    #expect(promise.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
  }

  @Test func `a wait with a time limit forwards cancellation with the policy forward`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let stage = Stage()
    let task = await stage.start { stage in try await promise.get(timeout: .infinity, cancellation: .forward) }
    await stage.allSuspended()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(resolver.isCancelled)
  }

  // MARK: The outcome as a result

  @Test func `getResult returns the outcome`() async throws {
    #expect(try await Promise.value(1).getResult().get() == 1)
    let failed = await Promise<Int>(error: TestError.one).getResult()
    #expect(throws: TestError.one) { try failed.get() }
    #expect(try await Guarantee.value(1).getResult().get() == 1)
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task { await promise.getResult() }
    resolver.reject(TestError.two)
    let later = await task.value
    #expect(throws: TestError.two) { try later.get() }
  }

  @Test func `getResult returns CancellationError if the task is canceled`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task { await promise.getResult(cancellation: .forward) }
    task.cancel()
    let result = await task.value
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(resolver.isCancelled)
  }

  @Test func `getResult returns an error if the guarantee is abandoned`() async {
    let guarantee = silently { Guarantee<Int>.pending().guarantee }
    let result = await guarantee.getResult()
    #expect(throws: PromiseError.self) { try result.get() }
  }

  // MARK: Generic code

  @Test func `generic code can wait for any thenable`() async throws {
    func value<T: Thenable>(of thenable: T) async throws -> T.Value { try await thenable.get() }
    #expect(try await value(of: Promise.value(1)) == 1)
    #expect(try await value(of: Guarantee.value(2)) == 2)
    #expect(try await value(of: ForeignPromise(.success(3))) == 3)
    let later = ForeignPromise<Int>()
    let task = Task { try await value(of: later) }
    later.settle(.success(4))
    #expect(try await task.value == 4)
  }
}
