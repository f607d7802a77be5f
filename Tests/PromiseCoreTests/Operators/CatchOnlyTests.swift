import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `catch(only:)`, and its combination with `recover(only:)`: handling a single type of error.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CatchOnlyTests {
  struct OtherError: Error, Equatable {}

  /// An error that means cancellation and can be compared.
  struct Stopped: CancellableError, Equatable {
    var isCancelled: Bool { true }
  }

  let log = Log<String>()
  var failed: Promise<Int> { Promise(error: TestError.one) }
  var other: Promise<Int> { Promise(error: OtherError()) }

  // MARK: catch

  @Test func `catch(only:) receives errors of its type and passes them on`() async {
    let written = failed.catch(only: TestError.self) { (error: TestError) in log("written \(error)") }
    await #expect(throws: TestError.one) { try await written.get() }
    let inline = failed.catch(only: TestError.self, on: nil) { error in log("inline \(error)") }
    #expect(inline.error as? TestError == .one)
    #expect(log.entries == ["written one", "inline one"])
  }

  @Test func `catch(only:) ignores other errors and values`() {
    let promise = other.catch(only: TestError.self, on: nil) { _ in log("ran") }
    #expect(promise.error is OtherError)
    #expect(Promise.value(1).catch(only: TestError.self, on: nil) { _ in log("ran") }.value == 1)
    #expect(log.entries == [])
  }

  @Test func `an error in a promise that a handler returns is handled by the outer chain`() {
    let inner = failed.catch(only: TestError.self, on: nil) { _ in log("inner") }
    inner.catch(on: nil) { _ in log("left out") }
    Promise.value(1).then(on: nil) { _ in inner }.catch(on: nil) { _ in log("outer") }
    #expect(log.entries == ["inner", "outer"])
  }

  @Test func `catch(only:) with any Error receives every error`() {
    failed.catch(only: (any Error).self, on: nil) { error in log("\(error)") }
    #expect(log.entries == ["one"])
  }

  @Test func `an error is handled if catch(only:) received it, and unhandled if not`() {
    let handled = reports {
      failed.catch(only: TestError.self, on: nil) { _ in }
    }
    #expect(handled == [])
    let unhandled = reports {
      other.catch(only: TestError.self, on: nil) { _ in }
    }
    #expect(unhandled.count == 1)
  }

  // MARK: Cancellation

  @Test func `catch(only:) and recover(only:) handle an error type that means cancellation`() {
    let stopped = Promise<Int>(error: Stopped())
    stopped.catch(only: Stopped.self, on: nil) { _ in log("type") }
    stopped.catch(only: TestError.self, on: nil) { _ in log("other") }
    #expect(log.entries == ["type"])
    #expect(stopped.recover(only: Stopped.self, on: nil) { _ in Promise.value(1) }.value == 1)
    #expect(stopped.recover(only: TestError.self, on: nil) { _ in Promise.value(3) }.error is Stopped)
  }

  @Test func `catch(only:) and recover(only:) for CancellationError handle the cancellation of their promise`() {
    let (promise, resolver) = Promise<Int>.pending()
    promise.catch(only: CancellationError.self, on: nil) { _ in log("caught") }
    let recovered = promise.recover(only: CancellationError.self, on: nil) { _ in Promise.value(1) }
    promise.cancel()
    #expect(resolver.isCancelled && recovered.value == 1 && log.entries == ["caught"])
  }

  @Test func `catch(only:) for CancellationError observes the cancellation of its own promise once`() {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map(on: nil) { $0 }
    promise.catch(only: CancellationError.self, on: nil) { _ in log("canceled") }.cancel()
    #expect(log.entries == ["canceled"])
    promise.catch(only: TestError.self, on: nil) { _ in log("other type") }.cancel()
    resolver.reject(TestError.one)
    #expect(log.entries == ["canceled"] && other.error as? TestError == .one)
  }

  @Test func `canceling catch(only:) or recover(only:) cancels the promise`() {
    let derive: [(Promise<Int>) -> Promise<Int>] = [
      { $0.catch(only: TestError.self, on: nil) { _ in } },
      { $0.recover(only: TestError.self, on: nil) { _ in Promise.value(1) } },
    ]
    for derive in derive {
      let (promise, resolver) = Promise<Int>.pending()
      derive(promise).cancel()
      #expect(promise.isCancelled && resolver.isCancelled)
    }
  }

  // MARK: Executors

  @Test @MainActor func `handlers in main-actor code run on the main actor`() async {
    let log = MainActorLog<String>()
    @MainActor func note<Value>(_ name: String, _ value: Value) -> Value {
      log(name)
      return value
    }
    let (promise, resolver) = Promise<Int>.pending()
    let catches: [Promise<Int>] = withPromiseQueue(MarkedQueue().queue) {
      [
        promise.catch(only: TestError.self) { _ in log("catch type") }
      ]
    }
    let recovers: [Promise<Int>] = withPromiseQueue(MarkedQueue().queue) {
      [
        promise.recover(only: TestError.self) { _ in note("promise for type", Promise.value(1)) }
      ]
    }
    await elsewhere { resolver.reject(TestError.one) }
    for promise in catches { await #expect(throws: TestError.one) { try await promise.get() } }
    for promise in recovers { #expect((try? await promise.get()) == 1) }
    #expect(
      log.entries == ["catch type", "promise for type"])
  }

  @Test func `handlers run on the queue passed as on:`() async throws {
    let here = MarkedQueue()
    let results = Log<Bool>()
    @Sendable func note<Value>(_ value: Value) -> Value {
      results(here.isCurrent)
      return value
    }
    let queue = here.queue
    let ends = [
      failed.catch(only: TestError.self, on: queue) { _ in note(()) },
      failed.recover(only: TestError.self, on: queue) { _ in note(Promise.value(1)) },
    ]
    for end in ends { _ = try? await end.get() }
    #expect(results.entries == Array(repeating: true, count: 2))
  }

  @Test func `an error handled by catch(only:) does not reach the handlers that follow`() {
    let log = Log<Int>()
    let failed = Promise<Int>(error: TestError.one)
    failed.catch(only: TestError.self) { _ in }.cancel()
    failed.catch(only: PromiseError.self, on: nil) { _ in log(1) }
      .catch(only: TestError.self, on: nil) { _ in log(2) }
      .ensure(on: nil) { log(3) }
      .catch(only: TestError.self, on: nil) { _ in log(4) }
      .catch(on: nil) { _ in log(5) }
      .ensure(on: nil) { log(6) }
    #expect(log.entries == [2, 3, 6])
  }

  @Test func `catch(only:) and recover(only:) can exclude cancellation errors`() {
    let log = Log<Int>()
    let canceled = Promise<Int>(error: PromiseError.cancelled)
    canceled.catch(only: PromiseError.self, on: nil) { _ in log(1) }
    canceled.catch(only: PromiseError.self, on: nil, policy: .allErrorsExceptCancellation) { _ in log(2) }
    let recovered = canceled.recover(only: PromiseError.self, on: nil, policy: .allErrorsExceptCancellation) { _ in
      Promise.value(1)
    }
    #expect(log.entries == [1] && recovered.isCancelled)
  }
}
