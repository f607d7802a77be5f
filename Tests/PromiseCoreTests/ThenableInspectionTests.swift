import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The properties that inspect a promise without waiting, such as `isPending` and `value`.
@Suite(.promises(timeLimit: .testLimit)) struct ThenableInspectionTests {
  /// Returns one letter for each property that is true or not `nil`: pending, settled, settled again (`r`), fulfilled,
  /// rejected (`j`), canceled, value, error, and result.
  private func letters(_ promise: Promise<Int>) -> String {
    let properties = [
      promise.isPending, promise.isSettled, promise.isSettled, promise.isFulfilled, promise.isRejected,
      promise.isCancelled, promise.value != nil, promise.error != nil, promise.result != nil,
    ]
    return String(zip("psrfjcver", properties).filter { $0.1 }.map(\.0))
  }

  private func letters(_ guarantee: Guarantee<Int>) -> String {
    let properties = [
      guarantee.isPending, guarantee.isSettled, guarantee.isSettled, guarantee.isFulfilled, guarantee.isRejected,
      guarantee.isCancelled, guarantee.value != nil, guarantee.error != nil, guarantee.result != nil,
    ]
    return String(zip("psrfjcver", properties).filter { $0.1 }.map(\.0))
  }

  /// Returns the same letters in generic code, which sees the promise only as a thenable.
  private func letters<T: Thenable>(ofAny thenable: T) -> String {
    let properties = [
      thenable.isPending, thenable.isSettled, thenable.isSettled, thenable.isFulfilled, thenable.isRejected,
      thenable.isCancelled, thenable.value != nil, thenable.error != nil, thenable.result != nil,
    ]
    return String(zip("psrfjcver", properties).filter { $0.1 }.map(\.0))
  }

  @Test func `a pending promise has no outcome`() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(letters(promise) == "p" && letters(ofAny: promise) == "p")
    resolver.fulfill(1)
  }

  @Test func `a fulfilled promise has a value and a result`() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.fulfill(1)
    for promise in [promise, Promise.value(1)] {
      #expect(letters(promise) == "srfvr" && letters(ofAny: promise) == "srfvr")
      #expect(promise.value == 1)
      #expect((try? promise.result?.get()) == 1)
    }
  }

  @Test func `a rejected promise has an error and a result`() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.reject(TestError.one)
    for promise in [promise, Promise(error: TestError.one)] {
      #expect(letters(promise) == "srjer" && letters(ofAny: promise) == "srjer")
      #expect(promise.error as? TestError == .one)
      #expect(throws: TestError.one) { try promise.result?.get() }
    }
  }

  @Test(arguments: [CancellationError() as any Error, PromiseError.cancelled])
  func `a canceled promise is rejected and canceled`(_ error: any Error) {
    let (promise, resolver) = Promise<Int>.pending()
    promise.cancel()
    for promise in [promise, Promise(error: error)] {
      #expect(letters(promise) == "srjcer" && letters(ofAny: promise) == "srjcer")
    }
    #expect(resolver.isCancelled)
  }

  @Test func `an abandoned promise is rejected but not canceled`() {
    let promise = silently { Promise<Int>.pending().promise }
    #expect(letters(promise) == "srjer")
  }

  @Test func `a canceled guarantee is pending until it is fulfilled`() {
    let (guarantee, seal) = Guarantee<Int>.pending()
    #expect(letters(guarantee) == "p" && letters(ofAny: guarantee) == "p")
    guarantee.cancel()
    #expect(letters(guarantee) == "p")
    seal(1)
    #expect(letters(guarantee) == "srfvr" && letters(ofAny: guarantee) == "srfvr" && guarantee.value == 1)
  }

  @Test func `an abandoned guarantee stays pending`() {
    let guarantee = silently { Guarantee<Int>.pending().guarantee }
    #expect(letters(guarantee) == "p" && letters(ofAny: guarantee) == "p")
  }

  @Test func `the outcome of a foreign thenable can be inspected`() {
    let foreign = ForeignPromise<Int>()
    #expect(letters(ofAny: foreign) == "p")
    foreign.settle(.failure(CancellationError()))
    #expect(letters(ofAny: foreign) == "srjcer")
    #expect(letters(ofAny: ForeignPromise<Int>(.success(1))) == "srfvr")
  }

  @Test func `a promise of an optional distinguishes a nil value from a missing value`() {
    let promise: Promise<Int?> = .value(nil)
    #expect(promise.value == .some(nil) && promise.isFulfilled)
    #expect(Promise<Int?>(error: TestError.one).value == nil)
  }

  @Test func `an inline handler sees its promise as settled`() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    promise.done(on: nil) { _ in log(letters(promise)) }.catch(on: nil) { _ in }
    resolver.fulfill(1)
    #expect(log.entries == ["srfvr"])
  }

  @Test func `a settled promise ignores later outcomes and cancellation`() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.fulfill(1)
    resolver.reject(TestError.one)
    resolver.fulfill(2)
    promise.cancel()
    #expect(letters(promise) == "srfvr" && promise.value == 1)
  }
}
