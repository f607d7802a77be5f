import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `wait` blocks the calling thread until the promise settles.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct WaitTests {
  /// Calls `body`, which blocks, on a dedicated queue.
  private func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "WaitTests").async { continuation.resume(with: Result { try body() }) }
    }
  }

  /// Returns when `promise` has an observer.
  private func waitForObserver(of promise: AnyPromise) async {
    while promise.any.observerCount == 0 { await Task.yield() }
  }

  // MARK: Settled promises

  @Test func `wait returns or throws the outcome of a settled promise`() async throws {
    #expect(try await blocking { try Promise.value(1).wait() } == 1)
    #expect(try await blocking { Guarantee.value(3).wait() } == 3)
    await #expect(throws: TestError.one) { try await blocking { try Promise<Int>(error: TestError.one).wait() } }
  }

  // MARK: Pending promises

  @Test func `wait returns the value when the promise is fulfilled`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let value = Task { try await blocking { try promise.wait() } }
    await waitForObserver(of: promise.any)
    resolver.fulfill(1)
    #expect(try await value.value == 1)
  }

  @Test func `wait throws the error when the promise is rejected`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let value = Task { try await blocking { try promise.wait() } }
    await waitForObserver(of: promise.any)
    resolver.reject(TestError.one)
    await #expect(throws: TestError.one) { try await value.value }
  }

  @Test func `wait throws CancellationError when the promise is canceled`() async {
    let (promise, resolver) = Promise<Int>.pending()
    let value = Task { try await blocking { try promise.wait() } }
    await waitForObserver(of: promise.any)
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await value.value }
    #expect(resolver.isCancelled)
  }

  @Test func `wait throws PromiseError.abandoned when the promise is abandoned`() async {
    let (promise, resolver) = silently { Promise<Int>.pending() }
    let held = Lock<Resolver<Int>?>(consume resolver)
    let value = Task { try await blocking { try promise.wait() } }
    await waitForObserver(of: promise.any)
    // The resolver is released outside the lock.
    _ = held.withLock { $0.take() }
    let error = await #expect(throws: PromiseError.self) { try await value.value }
    guard case .abandoned? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `wait returns the value of a guarantee`() async throws {
    let (guarantee, seal) = Guarantee<Int>.pending()
    let value = Task { try await blocking { guarantee.wait() } }
    await waitForObserver(of: guarantee.any)
    seal(1)
    #expect(try await value.value == 1)
  }

  @Test func `several threads can wait for one promise`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let first = Task { try await blocking { try promise.wait() } }
    let second = Task { try await blocking { try promise.wait() } }
    await waitForObserver(of: promise.any)
    resolver.fulfill(1)
    let sum = try await first.value + second.value
    #expect(sum == 2)
  }

  @Test func `wait returns or throws the outcome of a foreign thenable`() async throws {
    let foreign = ForeignPromise<Int>()
    let value = Task { try await blocking { try foreign.promise.wait() } }
    foreign.settle(.success(1))
    #expect(try await value.value == 1)
    await #expect(throws: TestError.one) {
      try await blocking { try ForeignPromise<Int>(.failure(TestError.one)).promise.wait() }
    }
  }

  @Test func `wait returns the value of a chain that runs on other queues`() async throws {
    let value = try await blocking {
      try after(.milliseconds(1)).map(on: .global()) { 1 }.then(on: .global()) { Promise.value($0 + 1) }.wait()
    }
    #expect(value == 2)
  }

  @Test func `a promise with a waiting thread is not canceled by its other consumers`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let value = Task { try await blocking { try promise.wait() } }
    await waitForObserver(of: promise.any)
    promise.map(on: nil) { $0 }.cancel()
    #expect(promise.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
    #expect(try await value.value == 1)
  }

  // MARK: Reports

  @Test func `an error thrown by wait is not reported as unhandled`() async {
    let log = Log<String>()
    await PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let settled = Promise<Int>(error: TestError.one)
      let (pending, resolver) = Promise<Int>.pending()
      let value = Task { try await blocking { try pending.wait() } }
      await waitForObserver(of: pending.any)
      resolver.reject(TestError.two)
      await #expect(throws: TestError.two) { try await value.value }
      await #expect(throws: TestError.one) { try await blocking { try settled.wait() } }
    }
    #expect(log.entries == [])
  }

  @Test func `waiting on a thread other than the main thread is not reported`() async throws {
    let log = Log<String>()
    let (promise, resolver) = PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      Promise<Int>.pending()
    }
    let value = Task { try await blocking { try promise.wait() } }
    await waitForObserver(of: promise.any)
    resolver.fulfill(1)
    #expect(try await value.value == 1)
    #expect(log.entries == [])
  }

  // trap: wait-for-abandoned-guarantee
  @Test func `waiting for an abandoned guarantee traps with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (guarantee, _) = Guarantee<Int>.pending()
      let wait = { guarantee.wait() }
      _ = wait()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("The guarantee created at \(#fileID):"))
    #expect(
      message.contains(
        """
         was abandoned: its resolver was released without being called, so there is no value to wait for. Call the \
        resolver on every path, or use a Promise, which can be rejected.
        """))
  }
}
