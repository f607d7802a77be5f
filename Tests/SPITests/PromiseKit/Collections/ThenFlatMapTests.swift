import PromiseConcurrency
@_spi(PromiseKit) import PromiseKitVocabulary
import PromiseTesting
import TestSupport
import Testing

/// `thenMap` and `thenFlatMap`, whose handlers return a promise for each element.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ThenFlatMapTests {
  @Test(arguments: cases(of: Cases.self)) func `thenMap and thenFlatMap wait for a promise per element`(_ test: Case)
    async throws
  { try await test.body() }
}

private enum Cases: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    let lists: [[Case]] = [
      [Case("thenFlatMap concatenates the results") { try await Code().concatenates() }],
      [Case("handlers may return guarantees and foreign thenables") { Code().otherThenables() }],
      [Case("an empty collection stays empty") { Code().emptyCollections() }],
      [Case("operators of guarantees return guarantees") { await Code().guarantees() }],
      [Case("operators of guarantees that may fail return promises") { Code().failingGuarantees() }],
      [Case("errors skip the handlers") { Code().errors() }],
      [Case("a handler that throws does not cancel promises with another consumer") { Code().throwingHandler() }],
      [Case("canceling the result cancels the promises that the handler returned") { Code().canceled() }],
      [Case("canceling a guarantee fulfills the timers that the handler returned") { Code().canceledGuarantee() }],
      [Case("handlers written on the main actor run there") { try await Code().onTheMainActor() }],
      [Case("handlers run on the queue passed as on:") { try await Code().onAQueue() }],
    ]
    return lists.flatMap { $0 }
  }
}

@available(*, deprecated)
private struct Code {
  // MARK: Values

  func concatenates() async throws {
    let whole: Promise<[Int]> = Promise.value([1, 2, 3]).thenFlatMap { Promise.value([$0, -$0]) }
    #expect(try await whole.get() == [1, -1, 2, -2, 3, -3])
    #expect(Promise.value([3, 0, 2]).thenFlatMap(on: nil) { Promise.value(0..<$0) }.value == [0, 1, 2, 0, 1])
  }

  func otherThenables() {
    #expect(Promise.value([1, 2]).thenMap(on: nil) { Guarantee.value($0 * 2) }.value == [2, 4])
    #expect(Promise.value([1, 2]).thenMap(on: nil) { ForeignPromise(.success($0 * 2)) }.value == [2, 4])
    #expect(Promise.value([1, 2]).thenFlatMap(on: nil) { Guarantee.value([$0, $0]) }.value == [1, 1, 2, 2])
  }

  func emptyCollections() {
    let empty = Promise.value([Int]())
    #expect(empty.thenMap(on: nil) { Promise.value($0) }.value == [])
    #expect(empty.thenFlatMap(on: nil) { Promise.value([$0]) }.value == [])
  }

  func guarantees() async {
    let whole: Guarantee<[Int]> = Guarantee.value([1, 2]).thenMap { Guarantee.value($0 * 2) }
    #expect(await whole.get() == [2, 4])
    let flat: Guarantee<[Int]> = Guarantee.value([1, 2]).thenFlatMap { Guarantee.value([$0, -$0]) }
    #expect(await flat.get() == [1, -1, 2, -2])
    let empty: Guarantee<[Int]> = Guarantee.value([Int]()).thenMap(on: nil) { Guarantee.value($0) }
    #expect(empty.value == [])
  }

  func failingGuarantees() {
    let whole: Promise<[Int]> = Guarantee.value([1, 2]).thenMap(on: nil) { Promise.value($0 * 2) }
    let flat: Promise<[Int]> = Guarantee.value([1, 2]).thenFlatMap(on: nil) { Promise.value([$0]) }
    #expect(whole.value == [2, 4] && flat.value == [1, 2])
  }

  // MARK: Errors

  func errors() {
    let log = Log<Int>()
    let failed = Promise<[Int]>(error: TestError.one)
    let whole = failed.thenMap(on: nil) { number in
      log(number)
      return Promise.value(number)
    }
    let flat = failed.thenFlatMap(on: nil) { number in
      log(number)
      return Promise.value([number])
    }
    #expect(whole.error as? TestError == .one && flat.error as? TestError == .one && log.entries == [])
  }

  func throwingHandler() {
    let (wanted, resolver) = Promise<[Int]>.pending()
    let other = wanted.map(on: nil) { $0.count }
    let whole = Promise.value([0, 1]).thenFlatMap(on: nil) { number in
      if number == 1 { throw TestError.two }
      return wanted
    }
    #expect(whole.error as? TestError == .two)
    #expect(wanted.isPending && !resolver.isCancelled)
    resolver.fulfill([1, 2, 3])
    #expect(other.value == 3)
  }

  // MARK: Cancellation

  func canceled() {
    let pending = (0..<3).map { _ in Promise<[Int]>.pending() }
    Promise.value([0, 1]).thenMap(on: nil) { pending[$0].promise }.cancel()
    #expect(pending.map(\.resolver.isCancelled) == [true, true, false])
    Promise.value([2]).thenFlatMap(on: nil) { pending[$0].promise }.cancel()
    #expect(pending[2].resolver.isCancelled)
  }

  func canceledGuarantee() {
    let timers = [after(seconds: 3600), after(seconds: 3600)]
    let whole = Guarantee.value([0, 1]).thenMap(on: nil) { timers[$0] }
    #expect(whole.isPending)
    whole.cancel()
    #expect(whole.isFulfilled && timers.allSatisfy { $0.isFulfilled })
  }

  // MARK: Executors

  @MainActor func onTheMainActor() async throws {
    let log = MainActorLog<String>()
    @MainActor func note<Value>(_ name: String, _ value: Value) -> Value {
      log(name)
      return value
    }
    let (numbers, resolver) = Promise<[Int]>.pending()
    let (sure, seal) = Guarantee<[Int]>.pending()
    let promises: [Promise<[Int]>] = withPromiseQueue(MarkedQueue().queue) {
      [
        numbers.thenMap { note("thenMap", Promise.value($0)) },
        numbers.thenFlatMap { note("thenFlatMap", Promise.value([$0])) },
      ]
    }
    let guarantees: [Guarantee<[Int]>] = withPromiseQueue(MarkedQueue().queue) {
      [
        sure.thenMap { note("thenMap", Guarantee.value($0)) },
        sure.thenFlatMap { note("thenFlatMap", Guarantee.value([$0])) },
      ]
    }
    await elsewhere { resolver.fulfill([1]) }
    for promise in promises { #expect(try await promise.get() == [1]) }
    await elsewhere { seal([1]) }
    for guarantee in guarantees { #expect(await guarantee.get() == [1]) }
    #expect(log.entries == ["thenMap", "thenFlatMap", "thenMap", "thenFlatMap"])
  }

  func onAQueue() async throws {
    let here = MarkedQueue()
    #expect(try await Promise.value([1]).thenMap(on: here.queue) { _ in Promise.value(here.isCurrent) }.get() == [true])
    let flat = Promise.value([1]).thenFlatMap(on: here.queue) { _ in Promise.value([here.isCurrent]) }
    #expect(try await flat.get() == [true])
    let guarantee = Guarantee.value([1]).thenMap(on: here.queue) { _ in Guarantee.value(here.isCurrent) }
    #expect(await guarantee.get() == [true])
    let flatGuarantee = Guarantee.value([1]).thenFlatMap(on: here.queue) { _ in Guarantee.value([here.isCurrent]) }
    #expect(await flatGuarantee.get() == [true])
  }
}
