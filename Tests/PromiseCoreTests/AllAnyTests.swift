import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `all` and `any`, and the `Maybe` values that `any` gives.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct AllAnyTests {
  // MARK: all

  @Test func allOfASequenceGivesTheValuesInOrder() {
    let pending = (0..<10).map { _ in Promise<Int>.pending() }
    let whole = all(pending.lazy.map(\.promise))
    for (number, member) in pending.enumerated().reversed() {
      #expect(whole.isPending)
      member.resolver.fulfill(number)
    }
    #expect(whole.value == Array(0..<10))
  }

  @Test func allOfOneTypeGivesAnArrayIfOneIsWanted() {
    let (promise, resolver) = Promise<Int>.pending()
    let array: Promise<[Int]> = all(promise, .value(2), .value(3))
    let tuple: Promise<(Int, Int)> = all(promise, Promise.value(2))
    #expect(array.isPending && tuple.isPending)
    resolver.fulfill(1)
    #expect(array.value == [1, 2, 3] && tuple.value.map { $0 == (1, 2) } == true)
  }

  @Test func allOfDifferentTypesGivesATuple() async throws {
    let (promise, resolver) = Promise<String>.pending()
    let whole = all(Promise.value(1), promise, Guarantee.value(true), Promise.value([4]))
    #expect(whole.isPending)
    resolver.fulfill("b")
    let (number, text, isTrue, array) = try await whole.get()
    #expect(number == 1 && text == "b" && isTrue && array == [4])
  }

  @Test func allIsRejectedByTheFirstFailureAndTheOthersGoOn() {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<String>.pending()
    let tuple = all(first, second)
    let array = all([first, second.map(on: nil) { $0.count }])
    two.reject(TestError.two)
    #expect(tuple.error as? TestError == .two && array.error as? TestError == .two)
    #expect(first.isPending && !one.isCancelled)
    one.fulfill(1)
  }

  @Test func cancellingAllCancelsThoseThatNobodyElseWants() {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    let other = second.map(on: nil) { $0 }
    all([first, second]).cancel()
    #expect(one.isCancelled && !two.isCancelled)
    two.fulfill(2)
    #expect(other.value == 2)
    let (third, three) = Promise<String>.pending()
    all(third, Promise.value(1)).cancel()
    #expect(three.isCancelled)
  }

  // MARK: any

  @Test func anyWaitsForAllAndGivesWhatBecameOfEach() {
    let pending = (0..<3).map { _ in Promise<Int>.pending() }
    let whole = any(pending.lazy.map(\.promise))
    pending[2].resolver.fulfill(2)
    pending[0].resolver.reject(TestError.one)
    #expect(whole.isPending)
    pending[1].resolver.reject(TestError.two)
    #expect(whole.value == [.error(TestError.one), .error(TestError.two), .value(2)])
  }

  @Test func anyIsFulfilledIfOnlyTheFirstOneIs() {
    let pending = (0..<3).map { _ in Promise<Int>.pending() }
    let whole = any(pending.map(\.promise))
    pending[1].resolver.fulfill(1)
    pending[0].resolver.reject(TestError.one)
    pending[2].resolver.reject(TestError.two)
    #expect(whole.value == [.error(TestError.one), .value(1), .error(TestError.two)])
  }

  @Test func anyOfOneTypeGivesAnArrayIfOneIsWanted() {
    let array: Promise<[Maybe<Int>]> = any(.value(1), Promise<Int>(error: TestError.two), .value(3))
    #expect(array.value == [.value(1), .error(TestError.two), .value(3)])
    let tuple: Promise<(Maybe<Int>, Maybe<Int>)> = any(Promise.value(1), Promise<Int>(error: TestError.two))
    #expect(tuple.value.map { $0 == (.value(1), .error(TestError.two)) } == true)
  }

  @Test func anyOfDifferentTypesGivesATuple() async throws {
    let (promise, resolver) = Promise<String>.pending()
    let whole = any(Promise<Int>(error: TestError.one), promise, Guarantee.value(true))
    #expect(whole.isPending)
    resolver.reject(TestError.two)
    let (number, text, isTrue) = try await whole.get()
    #expect(number == .error(TestError.one) && text == .error(TestError.two) && isTrue == .value(true))
  }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2], [0, 2, 1]])
  func ifAllAreRejectedTheErrorIsThatOfTheLastToBe(_ order: [Int]) {
    let pending = (0..<3).map { _ in Promise<Int>.pending() }
    let array = any(pending.map(\.promise))
    let tuple = any(pending[0].promise, pending[1].promise.map(on: nil) { "\($0)" }, pending[2].promise)
    for place in order {
      #expect(array.isPending && tuple.isPending)
      pending[place].resolver.reject(Numbered(number: place))
    }
    #expect(array.error as? Numbered == Numbered(number: order[2]))
    #expect(tuple.error as? Numbered == Numbered(number: order[2]))
  }

  @Test func theErrorsThatAnyHasSeenAreNotReported() {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      _ = any([Promise<Int>(error: TestError.one), .value(2)])
      any([Promise<Int>(error: TestError.one), Promise(error: TestError.two)]).catch(on: nil) { _ in }
    }
    #expect(log.entries == [])
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      _ = any([Promise<Int>(error: TestError.one), Promise(error: TestError.two)])
    }
    #expect(log.count == 1 && log.entries[0].hasSuffix("unhandled rejection: two"))
  }

  @Test func anAbandonedGuaranteeIsAFailureOfAny() {
    let whole = silently { any(Guarantee<Int>.pending().guarantee, Promise.value("a")) }
    guard case .abandoned? = whole.value?.0.error as? PromiseError else {
      Issue.record("\(whole)")
      return
    }
    #expect(whole.value?.1 == .value("a"))
  }

  @Test func cancellingAnyCancelsThoseThatNobodyElseWants() {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    let other = second.map(on: nil) { $0 }
    let whole = any([first, second])
    whole.cancel()
    #expect(whole.error is CancellationError)
    #expect(one.isCancelled && !two.isCancelled)
    two.fulfill(2)
    #expect(other.value == 2)
    let (third, three) = Promise<String>.pending()
    any(third, Promise.value(1)).cancel()
    #expect(three.isCancelled)
  }

  @Test func theLastTwoMayBeFulfilledAndRejectedAtOnce() {
    let pairs = (0..<2000).map { _ in (Promise<Int>.pending(), Promise<Int>.pending()) }
    let wholes = pairs.map { any([$0.0.promise, $0.1.promise]) }
    collide(pairs.map { ($0.0.resolver, $0.1.resolver) }) {
      $0.0.fulfill(1)
    } other: {
      $0.1.reject(TestError.two)
    }
    #expect(wholes.allSatisfy { $0.value == [.value(1), .error(TestError.two)] })
  }

  // MARK: Maybe

  @Test func equalValuesAreEqual() {
    #expect(Maybe.value(1) == .value(1) && Maybe.value(1) != .value(2))
    #expect(Maybe.value(1) != .error(TestError.one) && Maybe<Int>.error(TestError.one) != .value(1))
  }

  @Test func equalErrorsAreEqual() {
    #expect(Maybe<Int>.error(TestError.one) == .error(TestError.one))
    #expect(Maybe<Int>.error(TestError.one) != .error(TestError.two))
    // The same domain and code do not make them equal if they know better.
    #expect(Maybe<Int>.error(Numbered(number: 1)) != .error(Numbered(number: 2)))
    #expect(Maybe<Int>.error(TestError.one) != .error(Numbered(number: 1)))
  }

  @Test func errorsThatCannotBeComparedAreEqualByDomainAndCode() {
    #expect(Maybe<Int>.error(Bare.one) == .error(Bare.one))
    #expect(Maybe<Int>.error(Bare.one) != .error(Bare.two(1)))
    #expect(Maybe<Int>.error(CancellationError()) == .error(CancellationError()))
    #expect(Maybe<Int>.error(Bare.one) != .error(TestError.one))
    #expect(Maybe<Int>.error(TestError.one) != .error(Bare.one))
  }

  @Test func aMaybeIsMadeOfAndGivesItsParts() {
    let (value, error) = (Maybe(1), Maybe<Int>(TestError.one))
    #expect(value == .value(1) && value.value == 1 && value.error == nil)
    #expect(error == .error(TestError.one) && error.value == nil && error.error as? TestError == .one)
    #expect((try? value.result.get()) == 1)
    #expect(throws: TestError.one) { try error.result.get() }
    let results: [Result<Int, any Error>] = [.success(1), .failure(TestError.one)]
    #expect(results.map(Maybe<Int>.init) == [value, error])
  }

  struct Numbered: Error, Equatable {
    let number: Int
  }

  enum Bare: Error {
    case one
    case two(Int)
  }
}
