import PromiseConcurrency
@_spi(GooglePromises) import GooglePromisesVocabulary
import PromiseTesting
import TestSupport
import Testing

/// `all` and `any`, and the `Maybe` values that `any` returns.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct AllAnyTests {
  @Test(arguments: cases(of: Cases.self)) func `all and any behave as in google promises`(_ test: Case) async throws {
    try await test.body()
  }
}

private enum Cases: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    let lists: [[Case]] = [
      [Case("all of a sequence is fulfilled with the values in order") { Code().allOfASequence() }],
      [Case("all of one type returns an array if the context expects one") { Code().allAsAnArray() }],
      [Case("all of different types returns a tuple") { try await Code().allAsATuple() }],
      [Case("all is rejected by the first failure and leaves other inputs pending") { Code().allRejected() }],
      [Case("canceling all cancels the inputs without another consumer") { Code().allCanceled() }],
      [Case("any waits for every input and returns each outcome") { Code().anyWaits() }],
      [Case("any is fulfilled if only the first input to settle is") { Code().anyWithOneValue() }],
      [Case("any of one type returns an array if the context expects one") { Code().anyAsAnArray() }],
      [Case("any of different types returns a tuple") { try await Code().anyAsATuple() }],
      ([[0, 1, 2], [2, 1, 0], [1, 0, 2], [0, 2, 1]]).map { argument in
        Case("any is rejected with the error of the last input to be rejected: \(argument)") {
          Code().anyRejected(argument)
        }
      },
      [Case("any is canceled if every input was canceled") { Code().anyOfCanceledInputs() }],
      [Case("any handles the errors of its inputs") { Code().anyHandlesErrors() }],
      [Case("an abandoned guarantee counts as a failure of any") { Code().anyOfAnAbandonedGuarantee() }],
      [Case("canceling any cancels the inputs without another consumer") { Code().anyCanceled() }],
      [Case("the last two inputs of any may settle concurrently") { Code().anySettledConcurrently() }],
      [Case("two Maybe are equal if their values are") { Code().equalValues() }],
      [Case("two Maybe are equal if their errors are") { Code().equalErrors() }],
      [Case("errors that are not Equatable are compared by domain and code") { Code().otherErrors() }],
      [Case("Maybe converts from and to values, errors and results") { Code().conversions() }],
    ]
    return lists.flatMap { $0 }
  }
}

@available(*, deprecated)
private struct Code {
  // MARK: all

  func allOfASequence() {
    let pending = (0..<10).map { _ in pendingPair(of: Int.self) }
    let whole = all(pending.lazy.map(\.promise))
    for (number, input) in pending.enumerated().reversed() {
      #expect(whole.isPending)
      input.resolver.fulfill(number)
    }
    #expect(whole.value == Array(0..<10))
  }

  func allAsAnArray() {
    let (promise, resolver) = pendingPair(of: Int.self)
    let array: Promise<[Int]> = all(promise, .value(2), .value(3))
    let tuple: Promise<(Int, Int)> = all(promise, Promise.value(2))
    #expect(array.isPending && tuple.isPending)
    resolver.fulfill(1)
    #expect(array.value == [1, 2, 3] && tuple.value.map { $0 == (1, 2) } == true)
  }

  func allAsATuple() async throws {
    let (promise, resolver) = pendingPair(of: String.self)
    let whole = all(Promise.value(1), promise, Guarantee.value(true).promise, Promise.value([4]))
    #expect(whole.isPending)
    resolver.fulfill("b")
    let (number, text, isTrue, array) = try await whole.get()
    #expect(number == 1 && text == "b" && isTrue && array == [4])
    let three = all(promise, Promise.value(1), Guarantee.value(true).promise).value
    #expect(three?.0 == "b" && three?.1 == 1 && three?.2 == true)
  }

  func allRejected() {
    let (first, one) = pendingPair(of: Int.self)
    let (second, two) = pendingPair(of: String.self)
    let tuple = all(first, second)
    let array = all([first, second.map(on: nil) { $0.count }])
    two.reject(TestError.two)
    #expect(tuple.error as? TestError == .two && array.error as? TestError == .two)
    #expect(first.isPending && !one.isCancelled)
    one.fulfill(1)
  }

  func allCanceled() {
    let (first, one) = pendingPair(of: Int.self)
    let (second, two) = pendingPair(of: Int.self)
    let other = second.map(on: nil) { $0 }
    all([first, second]).cancel()
    #expect(one.isCancelled && !two.isCancelled)
    two.fulfill(2)
    #expect(other.value == 2)
    let (third, three) = pendingPair(of: String.self)
    all(third, Promise.value(1)).cancel()
    #expect(three.isCancelled)
  }

  // MARK: any

  func anyWaits() {
    let pending = (0..<3).map { _ in pendingPair(of: Int.self) }
    let whole = any(pending.lazy.map(\.promise))
    pending[2].resolver.fulfill(2)
    pending[0].resolver.reject(TestError.one)
    #expect(whole.isPending)
    pending[1].resolver.reject(TestError.two)
    #expect(whole.value == [.error(TestError.one), .error(TestError.two), .value(2)])
  }

  func anyWithOneValue() {
    let pending = (0..<3).map { _ in pendingPair(of: Int.self) }
    let whole = any(pending.map(\.promise))
    pending[1].resolver.fulfill(1)
    pending[0].resolver.reject(TestError.one)
    pending[2].resolver.reject(TestError.two)
    #expect(whole.value == [.error(TestError.one), .value(1), .error(TestError.two)])
  }

  func anyAsAnArray() {
    let array: Promise<[Maybe<Int>]> = any(.value(1), Promise<Int>(error: TestError.two), .value(3))
    #expect(array.value == [.value(1), .error(TestError.two), .value(3)])
    let tuple: Promise<(Maybe<Int>, Maybe<Int>)> = any(Promise.value(1), Promise<Int>(error: TestError.two))
    #expect(tuple.value.map { $0 == (.value(1), .error(TestError.two)) } == true)
  }

  func anyAsATuple() async throws {
    let (promise, resolver) = pendingPair(of: String.self)
    let whole = any(Promise<Int>(error: TestError.one), promise, Guarantee.value(true))
    #expect(whole.isPending)
    resolver.reject(TestError.two)
    let (number, text, isTrue) = try await whole.get()
    #expect(number == .error(TestError.one) && text == .error(TestError.two) && isTrue == .value(true))
  }

  func anyRejected(_ order: [Int]) {
    let pending = (0..<3).map { _ in pendingPair(of: Int.self) }
    let array = any(pending.map(\.promise))
    let tuple = any(pending[0].promise, pending[1].promise.map(on: nil) { "\($0)" }, pending[2].promise)
    for index in order {
      #expect(array.isPending && tuple.isPending)
      pending[index].resolver.reject(Numbered(number: index))
    }
    #expect(array.error as? Numbered == Numbered(number: order[2]))
    #expect(tuple.error as? Numbered == Numbered(number: order[2]))
  }

  func anyOfCanceledInputs() {
    let pending = (0..<2).map { _ in pendingPair(of: Int.self) }
    let array = any(pending.map(\.promise))
    let tuple = any(pending[0].promise, pending[1].promise.map(on: nil) { "\($0)" })
    for input in pending { input.promise.cancel() }
    #expect(array.isCancelled && tuple.isCancelled)
  }

  func anyHandlesErrors() {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      _ = any([Promise<Int>(error: TestError.one), .value(2)])
      any([Promise<Int>(error: TestError.one), Promise(error: TestError.two)]).catch(on: nil) { _ in }
    }
    #expect(log.entries == [])
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      _ = any([Promise<Int>(error: TestError.one), Promise(error: TestError.two)])
    }
    #expect(log.count == 1 && log.entries[0].contains("unhandled rejection: two;"))
  }

  func anyOfAnAbandonedGuarantee() {
    let whole = silently { any(Guarantee<Int>.pending().guarantee, Promise.value("a")) }
    guard case .abandoned? = whole.value?.0.error as? PromiseError else {
      Issue.record("\(whole)")
      return
    }
    #expect(whole.value?.1 == .value("a"))
  }

  func anyCanceled() {
    let (first, one) = pendingPair(of: Int.self)
    let (second, two) = pendingPair(of: Int.self)
    let other = second.map(on: nil) { $0 }
    let whole = any([first, second])
    whole.cancel()
    #expect(whole.error is CancellationError)
    #expect(one.isCancelled && !two.isCancelled)
    two.fulfill(2)
    #expect(other.value == 2)
    let (third, three) = pendingPair(of: String.self)
    any(third, Promise.value(1)).cancel()
    #expect(three.isCancelled)
  }

  func anySettledConcurrently() {
    let pairs = (0..<2000).map { _ in (pendingPair(of: Int.self), pendingPair(of: Int.self)) }
    let wholes = pairs.map { any([$0.0.promise, $0.1.promise]) }
    collide(pairs.map { ($0.0.resolver, $0.1.resolver) }) {
      $0.0.fulfill(1)
    } other: {
      $0.1.reject(TestError.two)
    }
    #expect(wholes.allSatisfy { $0.value == [.value(1), .error(TestError.two)] })
  }

  // MARK: Maybe

  func equalValues() {
    #expect(Maybe.value(1) == .value(1) && Maybe.value(1) != .value(2))
    #expect(Maybe.value(1) != .error(TestError.one) && Maybe<Int>.error(TestError.one) != .value(1))
  }

  func equalErrors() {
    #expect(Maybe<Int>.error(TestError.one) == .error(TestError.one))
    #expect(Maybe<Int>.error(TestError.one) != .error(TestError.two))
    // Equatable errors are compared with `==`, and not by domain and code.
    #expect(Maybe<Int>.error(Numbered(number: 1)) != .error(Numbered(number: 2)))
    #expect(Maybe<Int>.error(TestError.one) != .error(Numbered(number: 1)))
  }

  func otherErrors() {
    #expect(Maybe<Int>.error(Bare.one) == .error(Bare.one))
    #expect(Maybe<Int>.error(Bare.one) != .error(Bare.two(1)))
    #expect(Maybe<Int>.error(CancellationError()) == .error(CancellationError()))
    #expect(Maybe<Int>.error(Bare.one) != .error(TestError.one))
    #expect(Maybe<Int>.error(TestError.one) != .error(Bare.one))
  }

  func conversions() {
    let (value, error) = (Maybe(1), Maybe<Int>(TestError.one))
    #expect(value == .value(1) && value.value == 1 && value.error == nil)
    #expect(error == .error(TestError.one) && error.value == nil && error.error as? TestError == .one)
    #expect((try? value.result.get()) == 1)
    #expect(throws: TestError.one) { try error.result.get() }
    let results: [Result<Int, any Error>] = [.success(1), .failure(TestError.one)]
    #expect(results.map(Maybe<Int>.init) == [value, error])
  }

  enum Bare: Error {
    case one
    case two(Int)
  }
}
