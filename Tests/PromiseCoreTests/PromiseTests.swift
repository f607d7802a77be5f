import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The ways to create a promise, and its state.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseTests {
  @Test func `the closure passed to the initializer runs immediately`() {
    let log = Log<String>()
    let promise = Promise<Int> { resolver in
      log("inside")
      resolver.fulfill(1)
    }
    log("outside")
    #expect(log.entries == ["inside", "outside"])
    #expect(promise.value == 1)
  }

  @Test func `an error thrown by the closure rejects the promise immediately`() {
    let promise = Promise<Int> { _ in throw TestError.one }
    #expect(promise.error as? TestError == .one)
  }

  @Test func `promises and guarantees can be created settled`() {
    #expect(Promise.value(1).value == 1)
    #expect(Promise<Int>(error: TestError.one).error as? TestError == .one)
    #expect(Promise<Void>().isFulfilled)
    #expect(Guarantee.value(1).value == 1)
    #expect(Guarantee<Void>().isFulfilled)
  }

  @Test func `the properties of a promise reflect its current state`() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(promise.isPending && !promise.isSettled && promise.result == nil && promise.value == nil)
    resolver.fulfill(1)
    #expect(!promise.isPending && promise.isSettled && promise.isFulfilled && !promise.isRejected)
    #expect(promise.value == 1 && promise.error == nil)
    let failed = Promise<Int>(error: TestError.one)
    #expect(failed.isRejected && !failed.isFulfilled && failed.value == nil)
  }

  @Test func `an abandoned promise is rejected with its creation site`() {
    let line = #line + 1
    let promise = silently { Promise<Int> { _ in } }
    guard case .abandoned(let file, line)? = promise.error as? PromiseError else {
      Issue.record("\(String(describing: promise.result))")
      return
    }
    #expect(file.hasSuffix("PromiseTests.swift"))
  }

  // MARK: Values and wrapped promises

  @Test func `a promise can be created from a value, a promise, or a guarantee`() {
    #expect(Promise.value(1).value == 1)
    let text: Promise<String> = Promise.value("text")
    #expect(text.value == "text")
    let promise: Promise<Int> = Promise(Promise.value(2))
    let guarantee: Promise<Int> = Promise(Guarantee.value(3))
    #expect(promise.value == 2 && guarantee.value == 3)
  }

  @Test func `wrapping a promise or a guarantee does not nest promises`() {
    let promise = Promise(Promise.value(1))
    let guarantee = Promise(Guarantee.value(2))
    let number: Int? = promise.value
    #expect(number == 1 && guarantee.map(on: nil) { $0 + 1 }.value == 3)
  }

  @Test func `an error used as a value fulfills the promise`() {
    #expect(Promise.value(TestError.one).value == .one)
    #expect(Promise.value(1).map(on: nil) { _ in TestError.two }.value == .two)
  }

  @Test func `Void promises and guarantees created without a value are fulfilled`() {
    #expect(Promise<Void>().isFulfilled && Guarantee<Void>().isFulfilled)
  }

  @Test func `a promise that wraps another adopts its outcome, and cancels it when canceled`() {
    let (first, resolver) = Promise<Int>.pending()
    let second: Promise<Int> = Promise(first)
    #expect(second.isPending)
    resolver.reject(TestError.one)
    #expect(second.error as? TestError == .one)
    let (third, producer) = Promise<Int>.pending()
    Promise(third).cancel()
    #expect(producer.isCancelled)
  }
}
