import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `recover`, which continues after an error.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct RecoverTests {
  let here = MarkedQueue()
  var failed: Promise<Int> { Promise(error: TestError.one) }

  @Test func `handlers run on the given queue`() async {
    let isOnQueue = Log<Bool>()
    @Sendable func note<Value>(_ value: Value) -> Value {
      isOnQueue(here.isCurrent)
      return value
    }
    let promises = [
      failed.recover(on: here.queue) { _ in Promise.value(note(1)) },
      failed.recover(on: here.queue) { _ in note(Promise.value(1)) },
    ]
    let guarantee: Guarantee<Int> = failed.recover(on: here.queue) { _ in note(Guarantee.value(1)) }
    let nothing: Guarantee<Void> = failed.asVoid().recover(on: here.queue) { _ in Guarantee.value(note(())) }
    for promise in promises { _ = try? await promise.get() }
    _ = await guarantee.get()
    await nothing.get()
    #expect(isOnQueue.entries == Array(repeating: true, count: 4))
  }

  @Test @MainActor func `handlers written on the main actor run there`() async {
    let log = MainActorLog<String>()
    @MainActor func note<Value>(_ name: String, _ value: Value) -> Value {
      log(name)
      return value
    }
    let (promise, resolver) = Promise<Void>.pending()
    let promises: [Promise<Void>] = withPromiseQueue(here.queue) {
      [promise.recover { _ in note("promise", Promise<Void>()) }]
    }
    let guarantees: [Guarantee<Void>] = withPromiseQueue(here.queue) {
      [promise.recover { _ in note("guarantee", Guarantee<Void>()) }]
    }
    await elsewhere { resolver.reject(TestError.one) }
    for promise in promises { _ = try? await promise.get() }
    for guarantee in guarantees { await guarantee.get() }
    #expect(log.entries == ["promise", "guarantee"])
  }

  @Test @MainActor
  func `a handler of recover that returns a value runs on the main actor if written there`() async throws {
    let log = MainActorLog<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let value = withPromiseQueue(here.queue) {
      promise.recover { error -> Int in
        log("\(error)")
        return 1
      }
    }
    await elsewhere { resolver.reject(TestError.one) }
    #expect(try await value.get() == 1)
    #expect(log.entries == ["one"])
  }

  @Test func `inline recover respects the catch policy`() {
    let canceled = Promise<Int>(error: CancellationError())
    #expect(canceled.recover(on: nil) { _ in Promise.value(1) }.isCancelled)
    #expect(canceled.recover(on: nil, policy: .allErrors) { _ in Promise.value(1) }.value == 1)
    #expect(canceled.asVoid().recover(on: nil) { _ in Guarantee() }.isFulfilled)
  }

  @Test func `an error handled by recover is not reported`() {
    let reported = reports {
      _ = failed.recover(on: nil) { _ in Promise.value(1) }
      _ = failed.recover(on: nil) { _ in Promise.value(1) }
      failed.recover(on: nil) { _ in Guarantee.value(1) }
    }
    #expect(reported == [])
  }

  @Test func `recover adopts the promise that its handler returns, and cancels it when canceled`() {
    let (inner, resolver) = Promise<Int>.pending()
    let outer = failed.recover(on: nil) { _ in inner }
    #expect(outer.isPending)
    resolver.reject(TestError.two)
    #expect(outer.error as? TestError == .two)
    let (canceled, producer) = Promise<Int>.pending()
    failed.recover(on: nil) { _ in canceled }.cancel()
    #expect(producer.isCancelled)
  }

  @Test func `a promise that its own recover handler returns is rejected with returnedSelf`() {
    let (start, resolver) = Promise<Int>.pending()
    let own = Log<Promise<Int>>()
    let promise = start.recover(on: nil) { _ in own.entries[0] }
    own(promise)
    resolver.reject(TestError.one)
    guard case .returnedSelf? = promise.error as? PromiseError else {
      Issue.record("\(String(describing: promise.result))")
      return
    }
  }

  @Test func `recover continues with a promise, a value, or a guarantee`() async throws {
    #expect(try await failed.recover { _ in Promise.value(2) }.get() == 2)
    #expect(try await failed.recover { _ in 3 }.get() == 3)
    let guarantee: Guarantee<Int> = failed.recover { _ in Guarantee.value(4) }
    #expect(await guarantee.get() == 4)
  }

  @Test func `a handler of recover may rethrow the error or throw another one`() async {
    let same = failed.recover { error -> Promise<Int> in throw error }
    await #expect(throws: TestError.one) { try await same.get() }
    let other = failed.recover { _ -> Int in throw TestError.two }
    await #expect(throws: TestError.two) { try await other.get() }
  }

  @Test func `a value skips recover`() async throws {
    let promise = Promise.value(1)
    #expect(try await promise.recover { _ in Promise.value(2) }.get() == 1)
    #expect(await promise.recover { _ in Guarantee.value(2) }.get() == 1)
  }

  @Test func `recover skips cancellation errors unless it handles all errors or returns a guarantee`() async throws {
    let canceled = Promise<Int>(error: CancellationError())
    await #expect(throws: CancellationError.self) { try await canceled.recover { _ in 1 }.get() }
    #expect(try await canceled.recover(policy: .allErrors) { _ in 1 }.get() == 1)
    // A guarantee needs a value, so it cannot skip cancellation errors.
    #expect(await canceled.recover { _ in Guarantee.value(2) }.get() == 2)
  }
}
