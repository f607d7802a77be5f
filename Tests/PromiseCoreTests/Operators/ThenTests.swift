import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// What each operator of a promise does with a value, with an error, and with a handler that throws.
@Suite(.promises(timeLimit: .testLimit)) struct OperatorTests {
  var failed: Promise<Int> { Promise(error: TestError.one) }

  // MARK: then

  @Test func `then adopts the value of the promise that its handler returns`() async throws {
    let (inner, resolver) = Promise<String>.pending()
    let outer = Promise.value(1).then { _ in inner }
    resolver.fulfill("inner")
    #expect(try await outer.get() == "inner")
  }

  @Test func `then adopts the error of the promise that its handler returns`() async {
    let outer = Promise.value(1).then { _ in Promise<String>(error: TestError.two) }
    await #expect(throws: TestError.two) { try await outer.get() }
  }

  @Test func `then adopts the guarantee that its handler returns`() async throws {
    #expect(try await Promise.value(1).then { Guarantee.value($0 + 1) }.get() == 2)
  }

  @Test func `an error skips then, map, and get`() async {
    let log = Log<String>()
    let promise = failed.then { _ -> Promise<Int> in
      log("promise")
      return .value(1)
    }.map { _ -> Int in
      log("value")
      return 1
    }.get { _ in log("nothing") }
    await #expect(throws: TestError.one) { try await promise.get() }
    #expect(log.entries == [])
  }

  @Test func `an error thrown by a handler of then rejects the derived promise`() async {
    let promise = Promise.value(1).then { _ -> Promise<Int> in throw TestError.two }
    await #expect(throws: TestError.two) { try await promise.get() }
  }

  @Test func `a promise that its own handler returns is rejected with returnedSelf`() async throws {
    let (start, resolver) = Promise<Int>.pending()
    let loop = Log<Promise<Int>>()
    let promise = start.then(on: nil) { _ in loop.entries[0] }
    loop(promise)
    resolver.fulfill(1)
    guard case .returnedSelf? = promise.error as? PromiseError else {
      Issue.record("\(String(describing: promise.result))")
      return
    }
  }

  // MARK: map and done

  @Test func `map transforms the value, passes errors on, and is rejected with a thrown error`() async throws {
    #expect(try await Promise.value(2).map { $0 * 3 }.get() == 6)
    await #expect(throws: TestError.one) { try await failed.map { $0 * 3 }.get() }
    await #expect(throws: TestError.two) { try await Promise.value(2).map { _ -> Int in throw TestError.two }.get() }
  }

  @Test func `done receives the value, passes errors on, and is rejected with a thrown error`() async throws {
    let log = Log<Int>()
    try await Promise.value(2).done { log($0) }.get()
    await #expect(throws: TestError.one) { try await failed.done { log($0) }.get() }
    await #expect(throws: TestError.two) { try await Promise.value(3).done { _ in throw TestError.two }.get() }
    #expect(log.entries == [2])
  }

  // MARK: catch

  @Test func `catch receives the error and passes it on`() async {
    let log = Log<TestError>()
    let promise = failed.catch { log($0 as! TestError) }
    await #expect(throws: TestError.one) { try await promise.get() }
    #expect(log.entries == [.one])
  }

  @Test func `a value skips catch`() async throws {
    let log = Log<String>()
    #expect(try await Promise.value(1).catch { log("\($0)") }.get() == 1)
    #expect(log.entries == [])
  }

  @Test(arguments: [CancellationError() as any Error, PromiseError.cancelled, CustomCancellation()])
  func `catch skips cancellation errors unless its policy is allErrors`(_ error: any Error) async {
    let log = Log<String>()
    let promise = Promise<Int>(error: error)
      .catch { _ in log("default") }
      .catch(policy: .allErrors) { _ in log("all") }
    await #expect(throws: (any Error).self) { try await promise.get() }
    #expect(log.entries == ["all"])
  }

  struct CustomCancellation: CancellableError {
    var isCancelled: Bool { true }
  }

  // MARK: recover

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

  // MARK: ensure

  @Test func `ensure runs after a value, an error, and a cancellation`() async throws {
    let log = Log<String>()
    #expect(try await Promise.value(1).ensure { log("value") }.ensure { log("value again") }.get() == 1)
    await #expect(throws: TestError.one) { try await failed.ensure { log("error") }.get() }
    let canceled = Promise<Int>(error: CancellationError())
    await #expect(throws: CancellationError.self) { try await canceled.ensure { log("canceled") }.get() }
    #expect(log.entries == ["value", "value again", "error", "canceled"])
  }

  // MARK: Guarantees

  @Test func `operators on a guarantee return guarantees if their handlers cannot fail`() async {
    let log = Log<Int>()
    let done: Guarantee<Void> = Guarantee.value(1).map { $0 + 1 }.then { Guarantee.value($0 * 10) }.done { log($0) }
    await done.get()
    #expect(log.entries == [20])
  }

  @Test func `operators on a guarantee return promises if their handlers can fail`() async throws {
    let guarantee = Guarantee.value(1)
    let map: Promise<Int> = guarantee.map { value in
      if value == 1 { throw TestError.one }
      return value
    }
    await #expect(throws: TestError.one) { try await map.get() }
    await #expect(throws: TestError.two) { try await guarantee.done { _ in throw TestError.two }.get() }
    #expect(try await guarantee.then { Promise.value($0 + 1) }.get() == 2)
  }

  // trap: guarantee-returned-itself
  @Test func `a guarantee that its own handler returns traps with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (start, resolve) = Guarantee<Int>.pending()
      let own = Log<Guarantee<Int>>()
      own(start.then(on: nil) { _ in own.entries[0] })
      resolve(1)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("The guarantee created at \(#fileID):"))
    #expect(
      message.contains(
        " was returned by the handler whose result was to fulfill it, so it can never be fulfilled."))
  }
}
