import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// What can be seen of a promise without waiting: `isPending`, `value` and their like.
@Suite(.promises(timeLimit: .seconds(280))) struct SnapshotTests {
  /// All that is to be seen, in letters: pending, settled, resolved, fulfilled, rejected, cancelled, value, error,
  /// result.
  private func letters(_ promise: Promise<Int>) -> String {
    let seen = [
      promise.isPending, promise.isSettled, promise.isSettled, promise.isFulfilled, promise.isRejected,
      promise.isCancelled, promise.value != nil, promise.error != nil, promise.result != nil,
    ]
    return String(zip("psrfjcver", seen).filter { $0.1 }.map(\.0))
  }

  private func letters(_ guarantee: Guarantee<Int>) -> String {
    let seen = [
      guarantee.isPending, guarantee.isSettled, guarantee.isSettled, guarantee.isFulfilled, guarantee.isRejected,
      guarantee.isCancelled, guarantee.value != nil, guarantee.error != nil, guarantee.result != nil,
    ]
    return String(zip("psrfjcver", seen).filter { $0.1 }.map(\.0))
  }

  /// The same as code sees it that knows no more than that it is a thenable.
  private func letters<T: Thenable>(ofAny thenable: T) -> String {
    let seen = [
      thenable.isPending, thenable.isSettled, thenable.isSettled, thenable.isFulfilled, thenable.isRejected,
      thenable.isCancelled, thenable.value != nil, thenable.error != nil, thenable.result != nil,
    ]
    return String(zip("psrfjcver", seen).filter { $0.1 }.map(\.0))
  }

  @Test func ofAPendingPromise() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(letters(promise) == "p" && letters(ofAny: promise) == "p")
    resolver.fulfill(1)
  }

  @Test func ofAFulfilledPromise() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.fulfill(1)
    for promise in [promise, Promise.value(1)] {
      #expect(letters(promise) == "srfvr" && letters(ofAny: promise) == "srfvr")
      #expect(promise.value == 1)
      #expect((try? promise.result?.get()) == 1)
    }
  }

  @Test func ofARejectedPromise() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.reject(TestError.one)
    for promise in [promise, Promise(error: TestError.one)] {
      #expect(letters(promise) == "srjer" && letters(ofAny: promise) == "srjer")
      #expect(promise.error as? TestError == .one)
      #expect(throws: TestError.one) { try promise.result?.get() }
    }
  }

  @Test(arguments: [CancellationError() as any Error, PromiseError.cancelled])
  func ofACancelledPromise(_ error: any Error) {
    let (promise, resolver) = Promise<Int>.pending()
    promise.cancel()
    for promise in [promise, Promise(error: error)] {
      #expect(letters(promise) == "srjcer" && letters(ofAny: promise) == "srjcer")
    }
    #expect(resolver.isCancelled)
  }

  @Test func ofAnAbandonedPromise() {
    let promise = silently { Promise<Int>.pending().promise }
    #expect(letters(promise) == "srjer")
  }

  @Test func ofAGuarantee() {
    let (guarantee, seal) = Guarantee<Int>.pending()
    #expect(letters(guarantee) == "p" && letters(ofAny: guarantee) == "p")
    guarantee.cancel()
    #expect(letters(guarantee) == "p")
    seal(1)
    #expect(letters(guarantee) == "srfvr" && letters(ofAny: guarantee) == "srfvr" && guarantee.value == 1)
  }

  @Test func ofAGuaranteeThatWasAbandoned() {
    let guarantee = silently { Guarantee<Int>.pending().guarantee }
    #expect(letters(guarantee) == "p" && letters(ofAny: guarantee) == "p")
  }

  @Test func ofAStrangersPromise() {
    let foreign = ForeignPromise<Int>()
    #expect(letters(ofAny: foreign) == "p")
    foreign.settle(.failure(CancellationError()))
    #expect(letters(ofAny: foreign) == "srjcer")
    #expect(letters(ofAny: ForeignPromise<Int>(.success(1))) == "srfvr")
  }

  @Test func aPromiseOfAnOptional() {
    let promise: Promise<Int?> = .value(nil)
    #expect(promise.value == .some(nil) && promise.isFulfilled)
    #expect(Promise<Int?>(error: TestError.one).value == nil)
  }

  @Test func aHandlerThatRunsAtOnceSeesThePromiseSettled() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    promise.done(on: nil) { _ in log(letters(promise)) }.catch(on: nil) { _ in }
    resolver.fulfill(1)
    #expect(log.entries == ["srfvr"])
  }

  @Test func whatIsSettledStaysAsItIs() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.fulfill(1)
    resolver.reject(TestError.one)
    resolver.fulfill(2)
    promise.cancel()
    #expect(letters(promise) == "srfvr" && promise.value == 1)
  }
}
