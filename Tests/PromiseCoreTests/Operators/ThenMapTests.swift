import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `thenMap` transforms each element with a handler that returns a promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ThenMapTests {
  // MARK: Values

  @Test func `thenMap waits for all promises and preserves their order`() async throws {
    let pending = (0..<3).map { _ in Promise<String>.pending() }
    let whole: Promise<[String]> = Promise.value([2, 1, 0]).thenMap { pending[$0].promise }
    for (number, input) in pending.enumerated() { input.resolver.fulfill("\(number)") }
    #expect(try await whole.get() == ["2", "1", "0"])
  }

  @Test func `thenMap is pending while any of its promises is pending`() {
    let (slow, resolver) = Promise<Int>.pending()
    let whole = Promise.value([1, 2]).thenMap(on: nil) { $0 == 1 ? slow : .value($0) }
    #expect(whole.isPending)
    resolver.fulfill(1)
    #expect(whole.value == [1, 2])
  }

  @Test func `the transform may return guarantees or foreign thenables`() {
    #expect(Promise.value([1, 2]).thenMap(on: nil) { Guarantee.value($0 * 2) }.value == [2, 4])
    #expect(Promise.value([1, 2]).thenMap(on: nil) { ForeignPromise(.success($0 * 2)) }.value == [2, 4])
  }

  @Test func `thenMap of an empty array yields an empty array`() {
    let empty = Promise.value([Int]())
    #expect(empty.thenMap(on: nil) { Promise.value($0) }.value == [])
  }

  @Test func `thenMap on a guarantee returns a promise if the transform can fail`() {
    let whole: Promise<[Int]> = Guarantee.value([1, 2]).thenMap(on: nil) { Promise.value($0 * 2) }
    #expect(whole.value == [2, 4])
  }

  // MARK: Errors

  @Test func `an upstream error skips the transform`() {
    let log = Log<Int>()
    let failed = Promise<[Int]>(error: TestError.one)
    let whole = failed.thenMap(on: nil) { number in
      log(number)
      return Promise.value(number)
    }
    #expect(whole.error as? TestError == .one && log.entries == [])
  }

  @Test func `the first rejection rejects the result, and the other promises continue`() {
    let (slow, resolver) = Promise<Int>.pending()
    let whole = Promise.value([1, 2]).thenMap(on: nil) { $0 == 1 ? slow : Promise(error: TestError.two) }
    #expect(whole.error as? TestError == .two)
    #expect(slow.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
  }

  @Test func `a transform that throws midway cancels the promises that it has returned`() {
    let pending = (0..<3).map { _ in Promise<Int>.pending() }
    let log = Log<Int>()
    @Sendable func transform(_ number: Int) throws -> Promise<Int> {
      log(number)
      if number == 2 { throw TestError.two }
      return pending[number].promise
    }
    let whole = Promise.value([0, 1, 2, 0]).thenMap(on: nil) { try transform($0) }
    #expect(whole.error as? TestError == .two)
    #expect(log.entries == [0, 1, 2])
    #expect(pending.map(\.resolver.isCancelled) == [true, true, false])
    #expect(pending.map(\.promise.isCancelled) == [true, true, false])
    pending[2].resolver.fulfill(2)
  }

  @Test func `a transform that throws midway does not cancel promises with another consumer`() {
    let (wanted, resolver) = Promise<[Int]>.pending()
    let other = wanted.map(on: nil) { $0.count }
    let whole = Promise.value([0, 1]).thenMap(on: nil) { number in
      if number == 1 { throw TestError.two }
      return wanted
    }
    #expect(whole.error as? TestError == .two)
    #expect(wanted.isPending && !resolver.isCancelled)
    resolver.fulfill([1, 2, 3])
    #expect(other.value == 3)
  }

  // MARK: Cancellation

  @Test func `canceling the result cancels the upstream promise`() {
    let (promise, resolver) = Promise<[Int]>.pending()
    promise.thenMap(on: nil) { Promise.value($0) }.cancel()
    #expect(promise.isCancelled && resolver.isCancelled)
  }

  @Test func `canceling the result cancels the promises that the transform returned`() {
    let pending = (0..<2).map { _ in Promise<[Int]>.pending() }
    Promise.value([0, 1]).thenMap(on: nil) { pending[$0].promise }.cancel()
    #expect(pending.map(\.resolver.isCancelled) == [true, true])
  }

  // MARK: Executors

  @Test @MainActor
  func `a transform written on the main actor runs there instead of on the default queue`() async throws {
    let log = MainActorLog<String>()
    @MainActor func note<Value>(_ name: String, _ value: Value) -> Value {
      log(name)
      return value
    }
    let (numbers, resolver) = Promise<[Int]>.pending()
    let promises: [Promise<[Int]>] = withPromiseQueue(MarkedQueue().queue) {
      [
        numbers.thenMap { note("thenMap", Promise.value($0)) }
      ]
    }
    await elsewhere { resolver.fulfill([1]) }
    for promise in promises { #expect(try await promise.get() == [1]) }
    #expect(log.entries == ["thenMap"])
  }

  @Test func `the transform runs on the given queue`() async throws {
    let here = MarkedQueue()
    #expect(try await Promise.value([1]).thenMap(on: here.queue) { _ in Promise.value(here.isCurrent) }.get() == [true])
  }

  @Test func `thenMap over an empty collection yields an empty collection`() {
    let nothing = Promise.value([Int]())
    #expect(nothing.thenMap(on: nil) { Promise.value($0) }.value == [])
  }
}
