import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `compactMap`: rejects the promise when the handler returns `nil`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CompactMapTests {
  @Test func `a non-nil result fulfills the promise`() async throws {
    let number: Promise<Int> = Promise.value("1").compactMap { Int($0) }
    #expect(try await number.get() == 1)
    #expect(Promise.value("2").compactMap(on: nil) { Int($0) }.value == 2)
  }

  @Test func `nil rejects with an error that holds the value and the result type`() async {
    let promises: [Promise<Int>] = [
      Promise.value("one").compactMap { Int($0) },
      Promise.value("one").compactMap(on: nil) { Int($0) },
      Guarantee.value("one").compactMap { Int($0) },
    ]
    for promise in promises {
      let error = await #expect(throws: PromiseError.self) { try await promise.get() }
      guard case .compactMap(let value, let type)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(value as? String == "one" && type == Int.self)
    }
  }

  @Test func `errors pass through without running the handler`() {
    let log = Log<String>()
    let promise = Promise<String>(error: TestError.one).compactMap(on: nil) { text -> Int? in
      log(text)
      return 1
    }
    #expect(promise.error as? TestError == .one && log.entries == [])
  }

  @Test func `an error thrown by the handler rejects the promise`() async {
    let promise = Promise.value("1").compactMap { _ -> Int? in throw TestError.two }
    await #expect(throws: TestError.two) { try await promise.get() }
  }

  @Test func `a key path selects a property, and nil rejects`() {
    #expect(Promise.value([1, 2]).compactMap(\.first).value == 1)
    #expect(Guarantee.value([1, 2]).compactMap(\.last).value == 2)
    #expect(Promise.value([Int]()).compactMap(\.first).error is PromiseError)
    #expect(Promise<[Int]>(error: TestError.one).compactMap(\.first).error as? TestError == .one)
  }

  @Test func `compactMap on a guarantee returns a promise`() async throws {
    let promise: Promise<Int> = Guarantee.value("3").compactMap { Int($0) }
    #expect(try await promise.get() == 3)
  }

  @Test func `canceling the derived promise cancels its upstream promise`() {
    let (promise, resolver) = Promise<String>.pending()
    promise.compactMap(on: nil) { Int($0) }.cancel()
    #expect(promise.isCancelled && resolver.isCancelled)
  }

  @Test @MainActor func `a handler in main-actor code runs on the main actor`() async throws {
    let log = MainActorLog<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    let end = withPromiseQueue(MarkedQueue().queue) {
      promise.compactMap { number in
        log(number)
        return Optional(number)
      }
    }
    await elsewhere { resolver.fulfill(1) }
    #expect(try await end.get() == 1)
    #expect(log.entries == [1])
  }

  @Test func `the handler runs on the queue passed as on:`() async throws {
    let here = MarkedQueue()
    let results = Log<Bool>()
    let (promise, resolver) = Promise<Int>.pending()
    let end = promise.compactMap(on: here.queue) { number in
      results(here.isCurrent)
      return Optional(number)
    }
    await elsewhere { resolver.fulfill(1) }
    #expect(try await end.get() == 1)
    #expect(results.entries == [true])
  }
}
