import Dispatch
@_spi(PromiseKit) import PromiseKitVocabulary
import PromiseTesting
import TestSupport
import Testing

/// Behavior that code for PromiseKit relies on, and that differs without the import.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseKitFidelityTests {
  @Test(arguments: cases(of: PromiseKitFidelity.self)) func `the import preserves the behavior of PromiseKit`(
    _ test: Case
  ) async throws { try await test.body() }
}

private enum PromiseKitFidelity: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] { races + others }
}

@available(*, deprecated)
private let races = [
  Case("race leaves its losers pending") {
    let (slow, resolver) = pendingPair(of: Int.self)
    #expect(race([slow, .value(1)]).value == 1)
    #expect(race(slow, Promise.value(2)).value == 2)
    #expect(slow.isPending && !resolver.isCancelled)
    resolver.fulfill(0)
  },
  Case("race(fulfilled:) leaves its losers pending") {
    let (slow, resolver) = pendingPair(of: Int.self)
    #expect(race(fulfilled: [slow, .value(1)]).value == 1)
    #expect(race(fulfilled: slow, Promise.value(2)).value == 2)
    #expect(slow.isPending && !resolver.isCancelled)
    resolver.fulfill(0)
  },
  Case("race of guarantees leaves its losers pending and returns a guarantee") {
    let (slow, resolve) = Guarantee<Int>.pending()
    let first: Guarantee<Int> = race(slow, Guarantee.value(1))
    #expect(first.value == 1 && slow.isPending)
    resolve(0)
  },
]

@available(*, deprecated)
private let others = [
  Case("async() waits for the value") {
    let value = await (try? Promise.value(1).async())
    #expect(value == 1)
    #expect(await Guarantee.value(2).async() == 2)
  },
  Case("names that PromiseKit deprecated do what their replacements do") {
    let calls = Log<String>()
    let promise = Promise.value([3, 1, 2]).always(on: nil, execute: { calls("always") })
    #expect(promise.value == [3, 1, 2] && calls.entries == ["always"])
    let failed = Promise<Int>(error: TestError.one).always(execute: { calls("again") })
    await #expect(throws: TestError.one) { try await failed.get() }
    #expect(calls.entries == ["always", "again"])
    let odd = promise.filter(on: nil) { $0 % 2 == 1 }
    #expect(odd.value == [3, 1] && promise.first.value == 3 && promise.last.value == 2)
    try await #expect(promise.filter { $0 > 1 }.get() == [3, 2])
    #expect(promise.sorted().value == [1, 2, 3] && promise.sorted(on: nil).value == [1, 2, 3])
    let empty = Promise.value([Int]())
    #expect(empty.first.error as? PromiseError == .emptySequence)
    #expect(empty.last.error as? PromiseError == .emptySequence)
  },
  Case("sortedValues accepts a closure") {
    #expect(Promise.value([1, 3, 2]).sortedValues(on: nil) { $0 > $1 }.value == [3, 2, 1])
    let guarantee: Guarantee<[Int]> = Guarantee.value([1, 3, 2]).sortedValues(on: nil) { $0 > $1 }
    #expect(guarantee.value == [3, 2, 1])
  },
  Case("operators on collections accept an empty collection") {
    let empty = Promise.value([Int]())
    #expect(empty.mapValues(on: nil) { $0 + 1 }.value == [] && empty.flatMapValues(on: nil) { [$0] }.value == [])
    #expect(empty.compactMapValues(on: nil) { Optional($0) }.value == [])
    #expect(empty.filterValues(on: nil) { _ in true }.value == [] && empty.sortedValues(on: nil).value == [])
    #expect(empty.thenFlatMap(on: nil) { Promise.value([$0]) }.value == [])
    #expect(empty.firstValue.error as? PromiseError == .emptySequence)
    #expect(empty.lastValue.error as? PromiseError == .emptySequence)
  },
  Case("when of guarantees returns an array") {
    let values: Guarantee<[Int]> = when(Guarantee.value(1), Guarantee.value(2))
    #expect(values.value == [1, 2])
    let nothing: Guarantee<Void> = when(Guarantee(), Guarantee())
    #expect(nothing.isFulfilled)
  },
  Case("when(fulfilled:) of promises without a value is a promise without a value") {
    let promises = when(fulfilled: Promise<Void>(), Promise<Void>(), Promise<Void>())
    let guarantees: Promise<Void> = when(fulfilled: Guarantee<Void>(), Guarantee<Void>())
    try await promises.done {}.get()
    #expect(guarantees.isFulfilled)
    let (pending, resolver) = Promise<Void>.pending()
    let whole: Promise<Void> = when(fulfilled: pending, Promise<Void>())
    resolver.reject(TestError.one)
    #expect(whole.error as? TestError == .one)
    let tuple = when(fulfilled: Promise<Void>(), Promise.value(2)).map(on: nil) { _, two in two }
    #expect(tuple.value == 2)
  },
  Case("when(fulfilled:) accepts promises of different types in one array") {
    let inputs: [any Thenable] = [Promise.value(1), Promise.value("two"), Guarantee.value(true)]
    let values: Promise<[any Sendable]> = when(fulfilled: inputs)
    #expect(values.value?.count == 3 && values.value?[0] as? Int == 1 && values.value?[1] as? String == "two")
    #expect(when(fulfilled: inputs + [Promise<Int>(error: TestError.one)]).error as? TestError == .one)
  },
]
