// Also tests: InputObserver.

import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when(fulfilled:)` of sequences and dictionaries.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct WhenTests {
  // MARK: Dictionaries

  @Test func `a dictionary is fulfilled with the values under their keys`() throws {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    let whole = when(fulfilled: ["first": first, "second": second, "third": .value(3)])
    two.fulfill(2)
    #expect(whole.isPending)
    one.fulfill(1)
    #expect(whole.value == ["first": 1, "second": 2, "third": 3])
  }

  @Test func `the first rejection rejects a dictionary, and the other promises continue`() {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    let whole = when(fulfilled: [1: first, 2: second])
    two.reject(TestError.two)
    #expect(whole.error as? TestError == .two)
    #expect(first.isPending && !one.isCancelled)
    one.fulfill(1)
    #expect(first.value == 1)
  }

  @Test func `canceling a dictionary cancels the inputs that have no other consumer`() {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    let other = second.map(on: nil) { $0 }
    when(fulfilled: [1: first, 2: second]).cancel()
    #expect(one.isCancelled && !two.isCancelled)
    two.fulfill(2)
    #expect(other.value == 2)
  }

  @Test func `a dictionary of guarantees returns a promise`() {
    let (guarantee, seal) = Guarantee<Int>.pending()
    let whole: Promise<[String: Int]> = when(fulfilled: ["a": guarantee, "b": .value(2)])
    #expect(whole.isPending)
    seal(1)
    #expect(whole.value == ["a": 1, "b": 2])
  }

  @Test func `a dictionary may contain Void promises`() {
    let (promise, resolver) = Promise<Void>.pending()
    let whole = when(fulfilled: ["a": promise, "b": Promise<Void>()])
    #expect(whole.isPending)
    resolver.fulfill()
    #expect(whole.value?.keys.sorted() == ["a", "b"])
  }

  // MARK: Sequences

  @Test func `an input may occur more than once`() {
    let (promise, resolver) = Promise<Int>.pending()
    let whole = when(fulfilled: [promise, promise, promise])
    resolver.fulfill(1)
    #expect(whole.value == [1, 1, 1])
    let (another, producer) = Promise<Int>.pending()
    when(fulfilled: [another, another]).cancel()
    #expect(producer.isCancelled)
  }

  @Test func `an abandoned guarantee rejects the result`() {
    let whole = silently {
      let (first, second) = (Guarantee<Int>.pending().guarantee, Guarantee<Int>.value(2))
      return when(fulfilled: [first, second])
    }
    guard case .abandoned(let file, _)? = whole.error as? PromiseError else {
      Issue.record("\(String(describing: whole.result))")
      return
    }
    #expect(file.hasSuffix("WhenTests.swift"))
  }

  @Test func `errors after the first rejection are not reported`() {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let (first, one) = Promise<Int>.pending()
      let (second, two) = Promise<Int>.pending()
      when(fulfilled: [first, second]).catch(on: nil) { _ in }
      one.reject(TestError.one)
      two.reject(TestError.two)
    }
    #expect(log.entries == [])
  }

  @Test func `the last two inputs may be fulfilled concurrently`() {
    let pairs = (0..<2000).map { _ in (Promise<Int>.pending(), Promise<Int>.pending()) }
    let wholes = pairs.map { when(fulfilled: [$0.0.promise, $0.1.promise]) }
    collide(pairs.map { ($0.0.resolver, $0.1.resolver) }) {
      $0.0.fulfill(1)
    } other: {
      $0.1.fulfill(2)
    }
    #expect(wholes.allSatisfy { $0.value == [1, 2] })
  }

  @Test func `when(fulfilled:) returns the values in the order of its inputs`() async throws {
    let pending = (0..<100).map { _ in Promise<Int>.pending() }
    let whole = when(fulfilled: pending.map(\.promise))
    for (number, input) in pending.enumerated().reversed() { input.resolver.fulfill(number) }
    #expect(try await whole.get() == Array(0..<100))
  }

  @Test func `when(fulfilled:) of no promises is fulfilled`() async throws {
    #expect(try await when(fulfilled: [Promise<Int>]()).get() == [])
    try await when(fulfilled: [Promise<Void>]()).get()
  }

  @Test func `when(fulfilled:) of no promises is fulfilled immediately`() {
    #expect(when(fulfilled: [Promise<Int>]()).value == [])
    #expect(when(fulfilled: [Promise<Void>]()).isFulfilled)
    #expect(when(fulfilled: EmptyCollection<Guarantee<Int>>()).value == [])
    #expect(when(fulfilled: [String: Promise<Int>]()).value == [:])
    #expect(when(fulfilled: [String: Promise<Void>]()).value?.isEmpty == true)
  }

  @Test func `every combinator accepts a single promise`() {
    let alone: Promise<Int> = when(fulfilled: Promise.value(1))
    #expect(alone.value == 1)
    #expect(when(resolved: Promise.value(1)).value?.count == 1)
    #expect(race(Promise.value(1)).value == 1)
    #expect(race(fulfilled: Promise.value(1)).value == 1)
    let loser = race(fulfilled: Promise<Int>(error: TestError.one))
    guard case .noWinner(let errors)? = loser.error as? PromiseError else {
      Issue.record()
      return
    }
    #expect(Array(errors) as? [TestError] == [.one])
  }

  @Test func `when(fulfilled:) is rejected by the first failure and leaves its other inputs pending`() async throws {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    let whole = when(fulfilled: [first, second])
    two.reject(TestError.two)
    await #expect(throws: TestError.two) { try await whole.get() }
    #expect(first.isPending && !one.isCancelled)
    one.fulfill(1)
    #expect(first.value == 1)
  }

  @Test func `when(fulfilled:) of an array of Void promises returns a Void promise`() async throws {
    let array: Promise<Void> = when(fulfilled: [Promise<Void>(), Promise<Void>()])
    try await array.get()
    try await when(fulfilled: [Promise<Void>(), Promise<Void>()]).done {}.get()
    let tuple: Promise<(Void, Void)> = when(fulfilled: Promise<Void>(), Promise<Void>())
    try await tuple.done { _, _ in }.get()
    #expect(array.isFulfilled && tuple.isFulfilled)
  }

  @Test func `canceling when(fulfilled:) cancels the inputs that have no other consumer`() async {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    let other = second.map(on: nil) { $0 }
    let whole = when(fulfilled: [first, second])
    whole.cancel()
    await #expect(throws: CancellationError.self) { try await whole.get() }
    #expect(one.isCancelled && first.isRejected)
    #expect(!two.isCancelled && second.isPending)
    two.fulfill(2)
    #expect(other.value == 2)
  }

  @Test func `when(fulfilled:) of 100,000 promises returns all values`() async throws {
    let count = many(100_000)
    let pending = (0..<count).map { _ in Promise<Int>.pending() }
    let whole = when(fulfilled: pending.lazy.map(\.promise))
    for (number, input) in pending.enumerated() { input.resolver.fulfill(number) }
    let values = try await whole.get()
    #expect(values.count == count && values.last == count - 1)
  }
}
