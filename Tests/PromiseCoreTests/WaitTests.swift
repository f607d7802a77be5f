import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `wait` and `awaitPromise`: blocking a thread.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct WaitTests {
  /// Calls `body`, which blocks, on a thread that nobody else needs.
  private func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "WaitTests").async { continuation.resume(with: Result { try body() }) }
    }
  }

  /// Returns when somebody waits for `promise`.
  private func someoneWaits(for promise: AnyPromise) async {
    while promise.observerCount == 0 { await Task.yield() }
  }

  // MARK: Settled already

  @Test func aSettledPromiseIsNotWaitedFor() async throws {
    #expect(try await blocking { try Promise.value(1).wait() } == 1)
    #expect(try await blocking { Guarantee.value(3).wait() } == 3)
    await #expect(throws: TestError.one) { try await blocking { try Promise<Int>(error: TestError.one).wait() } }
  }

  // MARK: Pending

  @Test func itReturnsTheValueWhenItIsThere() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let value = Task { try await blocking { try promise.wait() } }
    await someoneWaits(for: promise)
    resolver.fulfill(1)
    #expect(try await value.value == 1)
  }

  @Test func itThrowsTheErrorWhenItIsThere() async {
    let (promise, resolver) = Promise<Int>.pending()
    let value = Task { try await blocking { try promise.wait() } }
    await someoneWaits(for: promise)
    resolver.reject(TestError.one)
    await #expect(throws: TestError.one) { try await value.value }
  }

  @Test func itThrowsWhenThePromiseIsCancelled() async {
    let (promise, resolver) = Promise<Int>.pending()
    let value = Task { try await blocking { try promise.wait() } }
    await someoneWaits(for: promise)
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await value.value }
    #expect(resolver.isCancelled)
  }

  @Test func itThrowsWhenThePromiseIsAbandoned() async {
    let (promise, resolver) = silently { Promise<Int>.pending() }
    let held = Lock<Resolver<Int>?>(consume resolver)
    let value = Task { try await blocking { try promise.wait() } }
    await someoneWaits(for: promise)
    // Released outside the lock.
    _ = held.withLock { $0.take() }
    let error = await #expect(throws: PromiseError.self) { try await value.value }
    guard case .abandoned? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func awaitPromiseIsTheSame() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let value = Task { try await blocking { try promise.wait() } }
    await someoneWaits(for: promise)
    resolver.fulfill(1)
    #expect(try await value.value == 1)
  }

  @Test func aGuaranteeIsWaitedFor() async throws {
    let (guarantee, seal) = Guarantee<Int>.pending()
    let value = Task { try await blocking { guarantee.wait() } }
    await someoneWaits(for: guarantee)
    seal(1)
    #expect(try await value.value == 1)
  }

  @Test func severalMayWait() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let first = Task { try await blocking { try promise.wait() } }
    let second = Task { try await blocking { try promise.wait() } }
    await someoneWaits(for: promise)
    resolver.fulfill(1)
    let sum = try await first.value + second.value
    #expect(sum == 2)
  }

  @Test func aStrangersPromiseIsWaitedFor() async throws {
    let foreign = ForeignPromise<Int>()
    let value = Task { try await blocking { try foreign.wait() } }
    foreign.settle(.success(1))
    #expect(try await value.value == 1)
    await #expect(throws: TestError.one) {
      try await blocking { try ForeignPromise<Int>(.failure(TestError.one)).wait() }
    }
  }

  @Test func itWaitsForAChainOnOtherQueues() async throws {
    let value = try await blocking {
      try after(.milliseconds(1)).map(on: .global()) { 1 }.then(on: .global()) { Promise.value($0 + 1) }.wait()
    }
    #expect(value == 2)
  }

  @Test func whoWaitsKeepsThePromiseFromBeingCancelled() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let value = Task { try await blocking { try promise.wait() } }
    await someoneWaits(for: promise)
    promise.map(on: nil) { $0 }.cancel()
    #expect(promise.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
    #expect(try await value.value == 1)
  }

  // MARK: Reports

  @Test func anErrorThatWasWaitedForIsHandled() async {
    let log = Log<String>()
    await PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let settled = Promise<Int>(error: TestError.one)
      let (pending, resolver) = Promise<Int>.pending()
      let value = Task { try await blocking { try pending.wait() } }
      await someoneWaits(for: pending)
      resolver.reject(TestError.two)
      await #expect(throws: TestError.two) { try await value.value }
      await #expect(throws: TestError.one) { try await blocking { try settled.wait() } }
    }
    #expect(log.entries == [])
  }

  @Test func waitingOnAnotherThreadIsNotReported() async throws {
    let log = Log<String>()
    let (promise, resolver) = PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      Promise<Int>.pending()
    }
    let value = Task { try await blocking { try promise.wait() } }
    await someoneWaits(for: promise)
    resolver.fulfill(1)
    #expect(try await value.value == 1)
    #expect(log.entries == [])
  }

  @Test func waitingForAnAbandonedGuaranteeStopsTheProgramWithAMessage() async {
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
