import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when(resolved:)`: it waits for all, whatever becomes of them.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct WhenResolvedTests {
  // MARK: The forms

  @Test func aSequenceGivesTheOutcomesInOrder() {
    let pending = (0..<3).map { _ in Promise<Int>.pending() }
    let whole = when(resolved: pending.lazy.map(\.promise))
    pending[2].resolver.fulfill(2)
    pending[1].resolver.reject(TestError.one)
    #expect(whole.isPending)
    pending[0].resolver.fulfill(0)
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.value(0), .error(TestError.one), .value(2)])
  }

  @Test func severalOfOneTypeGiveAnArray() {
    let (promise, resolver) = Promise<Int>.pending()
    let whole: Guarantee<[Result<Int, any Error>]> = when(resolved: promise, .value(2), Promise(error: TestError.two))
    #expect(whole.isPending)
    resolver.reject(TestError.one)
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.error(TestError.one), .value(2), .error(TestError.two)])
  }

  @Test func severalOfDifferentTypesGiveATuple() async {
    let (promise, resolver) = Promise<String>.pending()
    let whole = when(resolved: Promise.value(1), promise, Guarantee.value(true), Promise<Double>(error: TestError.one))
    #expect(whole.isPending)
    resolver.reject(TestError.two)
    let (number, text, isTrue, fraction) = await whole.get()
    #expect(EquatableResult<Int>(number) == .value(1))
    #expect(EquatableResult<String>(text) == .error(TestError.two))
    #expect(EquatableResult<Bool>(isTrue) == .value(true))
    #expect(EquatableResult<Double>(fraction) == .error(TestError.one))
  }

  @Test func aDictionaryGivesTheOutcomesUnderTheirKeys() {
    let (promise, resolver) = Promise<Int>.pending()
    let whole = when(resolved: ["a": .value(1), "b": Promise(error: TestError.one), "c": promise])
    #expect(whole.isPending)
    resolver.fulfill(3)
    let outcomes = whole.value?.mapValues(EquatableResult<Int>.init)
    #expect(outcomes == ["a": .value(1), "b": .error(TestError.one), "c": .value(3)])
  }

  @Test func guaranteesAreFulfilled() {
    let (guarantee, seal) = Guarantee<Int>.pending()
    let whole = when(resolved: [guarantee, .value(2)])
    #expect(whole.isPending)
    seal(1)
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.value(1), .value(2)])
  }

  @Test func anAbandonedGuaranteeIsAFailure() {
    let whole = silently {
      let abandoned = Guarantee<Int>.pending().guarantee
      return when(resolved: [abandoned, .value(2)])
    }
    guard let outcomes = whole.value, outcomes.count == 2,
      case .failure(PromiseError.abandoned(let file, _)) = outcomes[0]
    else {
      Issue.record("\(whole)")
      return
    }
    #expect(file.hasSuffix("WhenResolvedTests.swift") && EquatableResult<Int>(outcomes[1]) == .value(2))
  }

  @Test func anAbandonedPromiseIsAFailure() {
    let whole = silently { when(resolved: [Promise<Int> { _ in }]) }
    guard case .failure(PromiseError.abandoned)? = whole.value?.first else {
      Issue.record("\(whole)")
      return
    }
  }

  @Test func errorsCountAsSeen() {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let (promise, resolver) = Promise<Int>.pending()
      _ = when(resolved: [promise, Promise(error: TestError.two)])
      _ = when(resolved: Promise<Int>(error: TestError.one), Promise<String>(error: TestError.two))
      resolver.reject(TestError.one)
    }
    #expect(log.entries == [])
  }

  @Test func theLastTwoMaySettleAtOnce() {
    let pairs = (0..<2000).map { _ in (Promise<Int>.pending(), Promise<Int>.pending()) }
    let wholes = pairs.map { when(resolved: [$0.0.promise, $0.1.promise]) }
    collide(pairs.map { ($0.0.resolver, $0.1.resolver) }) {
      $0.0.fulfill(1)
    } other: {
      $0.1.reject(TestError.two)
    }
    #expect(wholes.allSatisfy { $0.value?.map(EquatableResult<Int>.init) == [.value(1), .error(TestError.two)] })
  }

  // MARK: Cancellation

  @Test func cancellingCancelsThoseThatNobodyElseWantsAndWaitsForTheRest() {
    let (first, one) = Promise<Int>.pending()
    let (second, two) = Promise<Int>.pending()
    let other = second.map(on: nil) { $0 }
    let whole = when(resolved: [first, second, .value(3)])
    whole.cancel()
    #expect(one.isCancelled && !two.isCancelled && whole.isPending)
    two.fulfill(2)
    #expect(other.value == 2)
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.error(CancellationError()), .value(2), .value(3)])
  }

  @Test func cancellingATupleOrADictionaryFulfilsIt() {
    let (first, one) = Promise<Int>.pending()
    let tuple = when(resolved: first, Promise.value("a"))
    tuple.cancel()
    #expect(one.isCancelled && tuple.value?.0.isCancelled == true && (try? tuple.value?.1.get()) == "a")
    let (second, two) = Promise<Int>.pending()
    let dictionary = when(resolved: ["a": second])
    dictionary.cancel()
    #expect(two.isCancelled && dictionary.value?["a"]?.isCancelled == true)
  }

  @Test func cancellingAMemberIsAnOutcomeLikeAnother() {
    let (first, one) = Promise<Int>.pending()
    let whole = when(resolved: [first, .value(2)])
    first.cancel()
    #expect(one.isCancelled)
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.error(CancellationError()), .value(2)])
  }

  // MARK: An iterator

  @Test(arguments: [1, 3, 100]) func anIteratorIsWorkedOffWhateverBecomesOfItsPromises(_ width: Int) async {
    let atWork = Lock(0)
    let queue = DispatchQueue(label: "WhenResolvedTests", attributes: .concurrent)
    let makers = (0..<200).lazy.map { number in
      let now = atWork.withLock { count in
        count += 1
        return count
      }
      #expect(now <= width)
      return queue.async(.promise) { () throws -> Int in
        atWork.withLock { $0 -= 1 }
        guard number % 3 > 0 else { throw TestError.one }
        return number
      }
    }
    let outcomes = await when(resolved: makers.makeIterator(), maxConcurrent: width).get()
    #expect(
      outcomes.map(EquatableResult<Int>.init) == (0..<200).map { $0 % 3 > 0 ? .value($0) : .error(TestError.one) })
  }

  @Test func theOutcomesOfAnIteratorAreInTheOrderInWhichThePromisesWereMade() {
    let made = Log<Resolver<Int>>()
    let whole = when(resolved: Self.pending(3, made), maxConcurrent: 3)
    made.entries[2].fulfill(2)
    made.entries[0].reject(TestError.one)
    #expect(whole.isPending)
    made.entries[1].fulfill(1)
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.error(TestError.one), .value(1), .value(2)])
  }

  @Test func cancellingCancelsWhatIsPendingAndMakesNoMore() {
    let made = Log<Resolver<Int>>()
    let whole = when(resolved: Self.pending(100, made), maxConcurrent: 2)
    made.entries[0].fulfill(0)
    #expect(made.count == 3)
    whole.cancel()
    #expect(made.count == 3 && made.entries[1].isCancelled && made.entries[2].isCancelled)
    let cancelled = EquatableResult<Int>.error(CancellationError())
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.value(0), cancelled, cancelled])
  }

  @Test func cancellingWaitsForThoseThatSomebodyElseWants() {
    let made = Log<Resolver<Int>>()
    let whole = when(resolved: Self.pending(100, made), maxConcurrent: 2)
    let other = made.entries[0].promise.map(on: nil) { $0 }
    whole.cancel()
    #expect(whole.isPending && !made.entries[0].isCancelled && made.entries[1].isCancelled)
    made.entries[0].fulfill(1)
    #expect(other.value == 1 && made.count == 2)
    #expect(whole.value?.map(EquatableResult<Int>.init) == [.value(1), .error(CancellationError())])
  }

  /// Makes so many promises, and hands their resolvers out.
  private static func pending(_ count: Int, _ made: Log<Resolver<Int>>) -> AnyIterator<Promise<Int>> {
    AnyIterator {
      guard made.count < count else { return nil }
      let (promise, resolver) = Promise<Int>.pending()
      made(resolver)
      return promise
    }
  }
}

extension Result where Failure == any Error {
  fileprivate var isCancelled: Bool {
    if case .failure(let error) = self { error.isCancelled } else { false }
  }
}
