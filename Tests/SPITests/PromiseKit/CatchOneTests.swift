import PromiseConcurrency
@_spi(PromiseKit) import PromiseKitVocabulary
import PromiseTesting
import TestSupport
import Testing

/// `catch(only:)` and `recover(only:)`, of one type of error or of one error.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CatchOneTests {
  @Test(arguments: cases(of: Cases.self)) func `catch and recover match one error or one type of error`(_ test: Case)
    async throws
  { try await test.body() }
}

private enum Cases: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    let lists: [[Case]] = [
      [Case("catch of one error handles only that error") { await Code().catchOneError() }],
      [Case("only errors that match count as handled") { Code().handledErrors() }],
      [Case("recover of an error type continues with a promise or a value") { try await Code().recoverType() }],
      [Case("recover of one error continues with a promise or a value") { try await Code().recoverOneError() }],
      [Case("other errors and values skip recover(only:)") { Code().recoverSkipped() }],
      [Case("an error thrown by recover(only:) rejects") { Code().recoverThrows() }],
      [Case("recover(only:) of a promise of Void may return nothing") { Code().recoverVoid() }],
      [Case("an error that means cancellation is handled if it is named") { Code().cancellationErrors() }],
      [Case("a handler of CancellationError runs once if its own promise is canceled") { Code().ownCancellation() }],
      [Case("canceling the derived promise cancels the upstream promise") { Code().canceled() }],
      [Case("handlers written on the main actor run there") { await Code().onTheMainActor() }],
      [Case("handlers run on the queue passed as on:") { try await Code().onAQueue() }],
      [Case("the handler receives the error of the promise, not the equal one") { Code().receivesTheError() }],
    ]
    return lists.flatMap { $0 }
  }
}

@available(*, deprecated)
private struct Code {
  struct OtherError: Error, Equatable {}

  /// An `Equatable` error that means cancellation.
  struct Stopped: CancellableError, Equatable {
    var isCancelled: Bool { true }
  }

  let log = Log<String>()
  var failed: Promise<Int> { Promise(error: TestError.one) }
  var other: Promise<Int> { Promise(error: OtherError()) }

  // MARK: catch

  func catchOneError() async {
    let written = failed.catch(only: TestError.two) { _ in log("two") }
      .catch(only: TestError.one) { (error: TestError) in log("written \(error)") }
    await #expect(throws: TestError.one) { try await written.get() }
    let inline = failed.catch(only: TestError.two, on: nil) { _ in log("two") }
      .catch(only: TestError.one, on: nil) { error in log("inline \(error)") }
    #expect(inline.error as? TestError == .one)
    #expect(other.catch(only: TestError.one, on: nil) { _ in log("other") }.error is OtherError)
    #expect(log.entries == ["written one", "inline one"])
  }

  func handledErrors() {
    let handled = reports {
      failed.catch(only: TestError.self, on: nil) { _ in }
      failed.catch(only: TestError.one, on: nil) { _ in }
    }
    #expect(handled == [])
    let unhandled = reports {
      other.catch(only: TestError.self, on: nil) { _ in }
      failed.catch(only: TestError.two, on: nil) { _ in }
    }
    #expect(unhandled.count == 2)
  }

  // MARK: recover

  func recoverType() async throws {
    let promise: Promise<Int> = failed.recover(only: TestError.self) { (_: TestError) in Promise.value(1) }
    #expect(try await promise.get() == 1)
    let value: Promise<Int> = failed.recover(only: TestError.self) { (_: TestError) in 2 }
    #expect(try await value.get() == 2)
    #expect(failed.recover(only: TestError.self, on: nil) { _ in Promise.value(3) }.value == 3)
    #expect(failed.recover(only: TestError.self, on: nil) { _ in 4 }.value == 4)
    // The result is still a promise, because other errors pass through.
    let guarantee: Promise<Int> = failed.recover(only: TestError.self, on: nil) { _ in Guarantee.value(5) }
    #expect(guarantee.value == 5)
  }

  func recoverOneError() async throws {
    let promise: Promise<Int> = failed.recover(only: TestError.one) { (_: TestError) in Promise.value(1) }
    #expect(try await promise.get() == 1)
    let value: Promise<Int> = failed.recover(only: TestError.one) { (_: TestError) in 2 }
    #expect(try await value.get() == 2)
    #expect(failed.recover(only: TestError.one, on: nil) { _ in Promise.value(3) }.value == 3)
    #expect(failed.recover(only: TestError.one, on: nil) { _ in 4 }.value == 4)
  }

  func recoverSkipped() {
    #expect(other.recover(only: TestError.self, on: nil) { _ in 1 }.error is OtherError)
    #expect(other.recover(only: TestError.self, on: nil) { _ in Promise.value(1) }.error is OtherError)
    #expect(failed.recover(only: TestError.two, on: nil) { _ in 1 }.error as? TestError == .one)
    #expect(failed.recover(only: TestError.two, on: nil) { _ in Promise.value(1) }.error as? TestError == .one)
    #expect(Promise.value(7).recover(only: TestError.self, on: nil) { _ in 1 }.value == 7)
    #expect(Promise.value(7).recover(only: TestError.one, on: nil) { _ in Promise.value(1) }.value == 7)
  }

  func recoverThrows() {
    let thrown = [
      failed.recover(only: TestError.self, on: nil) { _ -> Int in throw TestError.two },
      failed.recover(only: TestError.self, on: nil) { _ -> Promise<Int> in throw TestError.two },
      failed.recover(only: TestError.one, on: nil) { _ -> Int in throw TestError.two },
      failed.recover(only: TestError.one, on: nil) { _ -> Promise<Int> in throw TestError.two },
    ]
    for promise in thrown { #expect(promise.error as? TestError == .two) }
  }

  func recoverVoid() {
    let failed = Promise<Void>(error: TestError.one)
    #expect(failed.recover(only: TestError.self, on: nil) { log("\($0)") }.isFulfilled)
    #expect(failed.recover(only: TestError.one, on: nil) { log("\($0)") }.isFulfilled)
    #expect(log.entries == ["one", "one"])
  }

  // MARK: Cancellation

  func cancellationErrors() {
    let stopped = Promise<Int>(error: Stopped())
    stopped.catch(only: Stopped.self, on: nil) { _ in log("type") }
    stopped.catch(only: Stopped(), on: nil) { _ in log("error") }
    stopped.catch(only: TestError.self, on: nil) { _ in log("other") }
    #expect(log.entries == ["type", "error"])
    #expect(stopped.recover(only: Stopped.self, on: nil) { _ in 1 }.value == 1)
    #expect(stopped.recover(only: Stopped(), on: nil) { _ in Promise.value(2) }.value == 2)
    #expect(stopped.recover(only: TestError.self, on: nil) { _ in 3 }.error is Stopped)
  }

  func ownCancellation() {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map(on: nil) { $0 }
    promise.catch(only: CancellationError.self, on: nil) { _ in log("handled") }.cancel()
    #expect(log.entries == ["handled"])
    promise.catch(only: TestError.self, on: nil) { _ in log("not handled") }.cancel()
    promise.catch(only: TestError.one, on: nil) { _ in log("not handled") }.cancel()
    resolver.reject(TestError.one)
    #expect(log.entries == ["handled"] && other.error as? TestError == .one)
  }

  func canceled() {
    let derive: [(Promise<Int>) -> Promise<Int>] = [
      { $0.catch(only: TestError.self, on: nil) { _ in } }, { $0.catch(only: TestError.one, on: nil) { _ in } },
      { $0.recover(only: TestError.self, on: nil) { _ in 1 } }, { $0.recover(only: TestError.one, on: nil) { _ in 1 } },
    ]
    for derive in derive {
      let (promise, resolver) = Promise<Int>.pending()
      derive(promise).cancel()
      #expect(promise.isCancelled && resolver.isCancelled)
    }
  }

  // MARK: Executors

  @MainActor func onTheMainActor() async {
    let log = MainActorLog<String>()
    @MainActor func note<Value>(_ name: String, _ value: Value) -> Value {
      log(name)
      return value
    }
    let (promise, resolver) = Promise<Int>.pending()
    let catches: [Promise<Int>] = withPromiseQueue(MarkedQueue().queue) {
      [
        promise.catch(only: TestError.self) { _ in log("catch type") },
        promise.catch(only: TestError.one) { _ in log("catch error") },
      ]
    }
    let recovers: [Promise<Int>] = withPromiseQueue(MarkedQueue().queue) {
      [
        promise.recover(only: TestError.self) { _ in note("promise for type", Promise.value(1)) },
        promise.recover(only: TestError.self) { _ in note("value for type", 1) },
        promise.recover(only: TestError.one) { _ in note("promise for error", Promise.value(1)) },
        promise.recover(only: TestError.one) { _ in note("value for error", 1) },
      ]
    }
    await elsewhere { resolver.reject(TestError.one) }
    for promise in catches { await #expect(throws: TestError.one) { try await promise.get() } }
    for promise in recovers { #expect((try? await promise.get()) == 1) }
    #expect(
      log.entries == [
        "catch type", "catch error", "promise for type", "value for type", "promise for error", "value for error",
      ])
  }

  func onAQueue() async throws {
    let here = MarkedQueue()
    let isOnQueue = Log<Bool>()
    @Sendable func note<Value>(_ value: Value) -> Value {
      isOnQueue(here.isCurrent)
      return value
    }
    let queue = here.queue
    let ends = [
      failed.catch(only: TestError.self, on: queue) { _ in note(()) },
      failed.catch(only: TestError.one, on: queue) { _ in note(()) },
      failed.recover(only: TestError.self, on: queue) { _ in note(Promise.value(1)) },
      failed.recover(only: TestError.self, on: queue) { _ in note(1) },
      failed.recover(only: TestError.one, on: queue) { _ in note(Promise.value(1)) },
      failed.recover(only: TestError.one, on: queue) { _ in note(1) },
    ]
    for end in ends { _ = try? await end.get() }
    #expect(isOnQueue.entries == Array(repeating: true, count: 6))
  }

  /// An error that is equal to every other one of its type.
  struct Remark: Error, Equatable {
    let text: String

    static func == (a: Remark, b: Remark) -> Bool { true }
  }

  func receivesTheError() {
    let log = Log<String>()
    let failed = Promise<String>(error: Remark(text: "thrown"))
    failed.catch(only: Remark(text: "expected"), on: nil) { log($0.text) }
    #expect(log.entries == ["thrown"])
    #expect(failed.recover(only: Remark(text: "expected"), on: nil) { $0.text }.value == "thrown")
  }
}
