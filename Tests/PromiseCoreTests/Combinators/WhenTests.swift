import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when(fulfilled:)` with dictionaries, long tuples, and inputs that are guarantees.
@Suite(.promises(timeLimit: .testLimit)) struct WhenFulfilledTests {
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

  // MARK: Tuples and arrays

  @Test func `ten promises of different types are fulfilled with a tuple`() async throws {
    let whole = when(
      fulfilled: Promise.value(1), Promise.value("2"), Promise.value(3.0), Guarantee.value(true),
      Promise.value(5 as UInt8), Promise.value(6 as Int8), Promise.value([7]), Promise.value("8" as Character),
      Promise.value(9...9), Promise.value(10 as Int?))
    let (one, two, three, four, five, six, seven, eight, nine, ten) = try await whole.get()
    #expect(one == 1 && two == "2" && three == 3 && four && five == 5)
    #expect(six == 6 && seven == [7] && eight == "8" && nine == 9...9 && ten == 10)
  }

  @Test func `a tuple waits for each of its inputs`() {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Guarantee<String>.pending()
    let whole = when(fulfilled: first, second)
    two("b")
    #expect(whole.isPending)
    one.fulfill(1)
    #expect(whole.value.map { $0 == (1, "b") } == true)
  }

  @Test func `canceling a tuple cancels its inputs`() {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<String>.pending()
    when(fulfilled: first, second).cancel()
    #expect(one.isCancelled && two.isCancelled)
  }

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
    #expect(file.hasSuffix("WhenFulfilledTests.swift"))
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
}
