// Forms: queue

import Dispatch
import PromiseConcurrency
@_spi(GooglePromises) import GooglePromisesVocabulary
import PromiseTesting
import TestSupport
import Testing

/// Behavior that code for google/promises relies on, and that differs without the import.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct GoogleFidelityTests {
  @Test(arguments: cases(of: GoogleFidelity.self)) func `the import preserves the behavior of google promises`(
    _ test: Case
  ) async throws { try await test.body() }
}

private enum GoogleFidelity: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] { list + errors }
}

@available(*, deprecated)
private let list = [
  Case("race leaves its losers pending") {
    let (slow, resolver) = pendingPair(of: Int.self)
    #expect(race([slow, Promise(1)]).value == 1)
    #expect(race(slow, Promise(2)).value == 2)
    #expect(race(on: .main, [slow, Promise(3)]).value == 3)
    #expect(slow.isPending && !resolver.isCancelled)
    resolver.fulfill(0)
  },
  Case("a pending promise waits until it is settled by a call") {
    let promise = Promise<Int>.pending()
    let found = PromiseDiagnostics.pendingPromises().promises.filter { $0.line == #line - 1 }
    #expect(found.map(\.dependencies) == [[.resolver]])
    promise.fulfill(1)
  },
  Case("timeout leaves a late promise pending") {
    let (slow, resolver) = pendingPair(of: Int.self)
    await #expect(throws: PromiseError.timedOut) { _ = try await slow.timeout(0).get() }
    await #expect(throws: PromiseError.timedOut) { _ = try await slow.timeout(on: .main, 0).get() }
    #expect(slow.isPending && !resolver.isCancelled)
    resolver.fulfill(0)
  },
  Case("the value of a promise that is fulfilled with nil is nil") {
    let none: Promise<Int?> = Promise(nil)
    let some: Promise<Int?> = Promise(1)
    #expect(none.isFulfilled && none.value == nil && some.value == 1)
  },
  Case("all and any without inputs are fulfilled") {
    #expect(all([Promise<Int>]()).value == [])
    #expect(any([Promise<Int>]()).value == [])
    #expect(any([Promise<Int>(TestError.two)]).error as? TestError == .two)
  },
  Case("any is rejected if its last two inputs are rejected concurrently") {
    let pairs = (0..<2_000).map { _ in (pendingPair(of: Int.self), pendingPair(of: Int.self)) }
    let combined = pairs.map { any([$0.0.promise, $0.1.promise]) }
    collide(pairs.map { ($0.0.resolver, $0.1.resolver) }) {
      $0.0.reject(TestError.one)
    } other: {
      $0.1.reject(TestError.two)
    }
    #expect(combined.count { $0.error == nil } == 0)
  },
  Case("awaitPromise blocks until the promise settles") {
    let queue = DispatchQueue(label: "awaitPromise")
    let settled = queue.async(.promise) { () throws -> Int in
      let value = try awaitPromise(DispatchQueue.global().async(.promise) { () throws -> Int in 2 })
      #expect(throws: TestError.one) { try awaitPromise(Promise<Int>(TestError.one)) }
      return value
    }
    #expect(await (try? settled.get()) == 2)
  },
  Case("retry accepts a variable with a number of seconds") {
    let seconds = 0.0
    let calls = Log<Int>()
    let promise = retry(attempts: 2, delay: seconds) { () -> Promise<Int> in
      calls(1)
      return Promise(TestError.one)
    }
    _ = await promise.getResult()
    _ = await promise.getResult()
    #expect(calls.count == 3)
  },
  Case("retry on a queue accepts a variable with a number of seconds") {
    let here = MarkedQueue()
    let seconds = 0.0
    let remaining = Log<Int>()
    let isOnQueue = Log<Bool>()
    let promise = retry(on: here.queue, attempts: 2, delay: seconds) { count, _ in
      remaining(count)
      isOnQueue(here.isCurrent)
      return true
    } _: { () -> Promise<Int> in
      isOnQueue(here.isCurrent)
      return Promise(TestError.one)
    }
    _ = await promise.getResult()
    #expect(promise.error as? TestError == .one)
    #expect(remaining.entries == [2, 1] && isOnQueue.entries == Array(repeating: true, count: 5))
  },
  Case("the function of reduce runs on a queue for each of several items") {
    let here = MarkedQueue()
    let isOnQueue = Log<Bool>()
    let sum = Promise.value(1).reduce(on: here.queue, 2, 3) { sum, item -> Promise<Int> in
      isOnQueue(here.isCurrent)
      return Promise.value(sum + item)
    }
    try await #expect(sum.get() == 6)
    #expect(isOnQueue.entries == [true, true])
  },
  Case("delay accepts a number of seconds without a label") {
    let seconds = 0.001
    try await #expect(Promise(1).delay(seconds).get() == 1)
    let late = Promise(2).delay(60)
    #expect(late.isPending && Promise<Int>(TestError.one).delay(60).error as? TestError == .one)
    late.cancel()
  },
]

// MARK: - Returned errors

private func fetch() -> Promise<Int> { .value(1) }
private func twice(_ value: Int) throws -> Int { value * 2 }

private protocol CustomError: Error {}
extension TestError: CustomError {}

/// An error that is a collection.
private struct Errors: Error, Sequence {
  let all: [TestError]
  init(_ all: [TestError]) { self.all = all }
  func makeIterator() -> [TestError].Iterator { all.makeIterator() }
}

/// Closures of several statements that return errors instead of values, which google/promises type-checks.
@available(*, deprecated)
private enum Returning {
  static func branches(_ fails: Bool) -> Promise<Int> {
    fetch().then(on: nil) { _ in
      if fails { return Promise(TestError.one) } else { return fetch() }
    }
  }

  static func openBranches(_ fails: Bool) -> Promise<String> {
    fetch().then(on: nil) { value in
      guard value > 0 else { return Promise("none") }
      if fails { return Promise(TestError.one) }
      return Promise("some")
    }
  }

  static func recovering(_ fails: Bool) -> Promise<Int> {
    Promise<Int>(TestError.two).recover(on: nil) { _ in
      if fails { return Promise(TestError.one) } else { return fetch() }
    }
  }

  static func working(_ fails: Bool) -> Promise<Int> {
    Promise(on: nil) {
      if fails { return Promise(TestError.one) } else { return fetch() }
    }
  }

  static func retrying(_ fails: Bool) -> Promise<Int> {
    retry(attempts: 0) {
      if fails { return Promise(TestError.one) } else { return fetch() }
    }
  }
}

@available(*, deprecated)
private let errors = [
  // ValuesAsErrorsTests, if it is in the same process, makes these types errors, which this file does not see.
  Case("a value stays a value if another module makes its type an error") {
    #expect(Promise("a").value == "a" && Promise(1).value == 1 && Promise([1]).value == [1])
    #expect(fetch().then(on: nil) { _ in "b" }.value == "b")
    #expect(Guarantee.value(1).then(on: nil) { value in try [twice(value)] }.value == [2])
    #expect(Promise<String>(TestError.one).recover(on: nil) { _ in "c" }.value == "c")
    #expect(Promise(on: nil) { "d" }.value == "d")
    #expect(Promise<Int>(on: nil) { fulfill, _ in fulfill(2) }.value == 2)
    let pending = Promise<String>.pending()
    pending.fulfill("e")
    #expect(pending.value == "e")
  },
  Case("a closure that does nothing but throw is work") {
    let promise = Promise<Int> { throw TestError.one }
    await #expect(throws: TestError.one) { try await promise.get() }
    #expect(Promise<Int>(on: nil) { throw TestError.two }.error as? TestError == .two)
  },
  Case("the value of a promise of any optional is nil if it was fulfilled with nil") {
    let number = Promise<Int?>(nil), any = Promise<Any?>(nil)
    #expect(number.isFulfilled && number.value == nil)
    #expect(any.isFulfilled && any.value == nil)
  },
  Case("a promise of an error is rejected if its type is inferred") {
    let promise = Promise(TestError.one)
    let seen = Log<String>()
    promise.then(on: nil) { _ in seen("then") }.catch(on: nil) { seen("\($0)") }
    #expect(promise.error as? TestError == .one && promise.value == nil && seen.entries == ["one"])
    let someError: any Error = TestError.two
    let other: Promise<Int> = Promise(someError)
    #expect(other.error as? TestError == .two && Promise(someError).error as? TestError == .two)
  },
  Case("a closure may return an error in one of several branches") {
    #expect(Returning.branches(true).error as? TestError == .one && Returning.branches(false).value == 1)
    #expect(Returning.openBranches(true).error as? TestError == .one && Returning.openBranches(false).value == "some")
    #expect(Returning.recovering(true).error as? TestError == .one && Returning.recovering(false).value == 1)
    #expect(Returning.working(true).error as? TestError == .one && Returning.working(false).value == 1)
    await #expect(throws: TestError.one) { try await Returning.retrying(true).get() }
    try await #expect(Returning.retrying(false).get() == 1)
  },
  Case("a closure of then that returns an error rejects") {
    let seen = Log<String>()
    let open = fetch().then(on: nil) { _ in TestError.one }
    #expect(open.error as? TestError == .one)
    let declared = fetch().then(on: nil) { _ -> any Error in TestError.two }
    #expect(declared.error as? TestError == .two)
    let here = fetch().then { value in
      guard value > 1 else { return TestError.one }
      return TestError.two
    }
    let chain = here.then(on: nil) { _ in seen("then") }.catch(on: nil) { seen("\($0)") }
    await #expect(throws: TestError.one) { try await chain.get() }
    #expect(seen.entries == ["one"])
  },
  Case("an error rejects for every type of the expression") {
    let optional: TestError? = .one, any: Any = TestError.one, existential: any CustomError = TestError.one
    #expect(Promise(optional).error as? TestError == .one && Promise<TestError?>(nil).error == nil)
    #expect(Promise(any).error as? TestError == .one)
    #expect(fetch().then(on: nil) { _ in existential }.error as? TestError == .one)
    #expect(Promise(Errors([.one, .two])).error is Errors)
  },
  Case("an error rejects wherever a value is expected") {
    let pending = Promise<TestError>.pending()
    pending.fulfill(.one)
    #expect(pending.error as? TestError == .one)
    #expect(Promise(on: nil) { TestError.one }.error as? TestError == .one)
    #expect(Promise<TestError>(TestError.one).recover(on: nil) { _ in TestError.two }.error as? TestError == .two)
    let called = Promise<TestError>(on: nil) { fulfill, _ in fulfill(.two) }
    #expect(called.error as? TestError == .two)
  },
  Case("a handler of recover that only throws replaces the error") {
    let failing = Promise<Int>(TestError.one)
    let inline = failing.recover(on: nil) { _ in throw TestError.two }
    #expect(inline.error as? TestError == .two)
    let replaced = failing.recover { error in
      #expect(error as? TestError == .one)
      throw TestError.two
    }
    await #expect(throws: TestError.two) { try await replaced.get() }
  },
]
