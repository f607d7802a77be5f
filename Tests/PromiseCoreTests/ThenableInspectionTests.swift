import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The properties that inspect a promise without waiting, such as `isPending` and `value`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, abandoned: .ignore)) struct ThenableInspectionTests {
  /// A property that inspects a promise.
  fileprivate enum Property {
    case isPending, isSettled, isFulfilled, isRejected, isCancelled, value, error, result
  }

  /// Returns the properties that are true.
  private func holding(_ properties: [(Property, Bool)]) -> Set<Property> {
    Set(properties.filter(\.1).map(\.0))
  }

  /// Returns the properties of a promise that are true, or not `nil`.
  private func found(in promise: Promise<Int>) -> Set<Property> {
    holding([
      (.isPending, promise.isPending),
      (.isSettled, promise.isSettled),
      (.isFulfilled, promise.isFulfilled),
      (.isRejected, promise.isRejected),
      (.isCancelled, promise.isCancelled),
      (.value, promise.value != nil),
      (.error, promise.error != nil),
      (.result, promise.result != nil),
    ])
  }

  private func found(in guarantee: Guarantee<Int>) -> Set<Property> {
    holding([
      (.isPending, guarantee.isPending),
      (.isSettled, guarantee.isSettled),
      (.isFulfilled, guarantee.isFulfilled),
      (.isRejected, guarantee.isRejected),
      (.isCancelled, guarantee.isCancelled),
      (.value, guarantee.value != nil),
      (.error, guarantee.error != nil),
      (.result, guarantee.result != nil),
    ])
  }

  /// Returns the same in generic code, which sees the promise only as a thenable.
  private func found(inAny thenable: some Thenable) -> Set<Property> {
    holding([
      (.isPending, thenable.isPending),
      (.isSettled, thenable.isSettled),
      (.isFulfilled, thenable.isFulfilled),
      (.isRejected, thenable.isRejected),
      (.isCancelled, thenable.isCancelled),
      (.value, thenable.value != nil),
      (.error, thenable.error != nil),
      (.result, thenable.result != nil),
    ])
  }

  @Test func `a pending promise has no outcome`() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(found(in: promise) == .pending && found(inAny: promise) == .pending)
    resolver.fulfill(1)
  }

  @Test func `a fulfilled promise has a value and a result`() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.fulfill(1)
    for promise in [promise, Promise.value(1)] {
      #expect(found(in: promise) == .fulfilled && found(inAny: promise) == .fulfilled)
      #expect(promise.value == 1)
      #expect((try? promise.result?.get()) == 1)
    }
  }

  @Test func `a rejected promise has an error and a result`() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.reject(TestError.one)
    for promise in [promise, Promise(error: TestError.one)] {
      #expect(found(in: promise) == .rejected && found(inAny: promise) == .rejected)
      #expect(promise.error as? TestError == .one)
      #expect(throws: TestError.one) { try promise.result?.get() }
    }
  }

  @Test(arguments: [CancellationError() as any Error, PromiseError.cancelled])
  func `a canceled promise is rejected and canceled`(_ error: any Error) {
    let (promise, resolver) = Promise<Int>.pending()
    promise.cancel()
    for promise in [promise, Promise(error: error)] {
      #expect(found(in: promise) == .canceled && found(inAny: promise) == .canceled)
    }
    #expect(resolver.isCancelled)
  }

  @Test func `an abandoned promise is rejected but not canceled`() {
    let promise = silently { Promise<Int>.pending().promise }
    #expect(found(in: promise) == .rejected)
  }

  @Test func `a canceled guarantee is pending until it is fulfilled`() {
    let (guarantee, seal) = Guarantee<Int>.pending()
    #expect(found(in: guarantee) == .pending && found(inAny: guarantee) == .pending)
    guarantee.cancel()
    #expect(found(in: guarantee) == .pending)
    seal(1)
    #expect(found(in: guarantee) == .fulfilled && found(inAny: guarantee) == .fulfilled && guarantee.value == 1)
  }

  @Test func `an abandoned guarantee stays pending`() {
    let guarantee = silently { Guarantee<Int>.pending().guarantee }
    #expect(found(in: guarantee) == .pending && found(inAny: guarantee) == .pending)
  }

  @Test func `the outcome of a foreign thenable can be inspected`() {
    let foreign = ForeignPromise<Int>()
    #expect(found(inAny: foreign) == .pending)
    foreign.settle(.failure(CancellationError()))
    #expect(found(inAny: foreign) == .canceled)
    #expect(found(inAny: ForeignPromise<Int>(.success(1))) == .fulfilled)
  }

  @Test func `a promise of an optional distinguishes a nil value from a missing value`() {
    let promise: Promise<Int?> = .value(nil)
    #expect(promise.value == .some(nil) && promise.isFulfilled)
    #expect(Promise<Int?>(error: TestError.one).value == nil)
  }

  @Test func `an inline handler sees its promise as settled`() {
    let log = Log<Set<Property>>()
    let (promise, resolver) = Promise<Int>.pending()
    promise.done(on: nil) { _ in log(found(in: promise)) }.catch(on: nil) { _ in }
    resolver.fulfill(1)
    #expect(log.entries == [.fulfilled])
  }

  @Test func `a settled promise ignores later outcomes and cancellation`() {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.fulfill(1)
    resolver.reject(TestError.one)
    resolver.fulfill(2)
    promise.cancel()
    #expect(found(in: promise) == .fulfilled && promise.value == 1)
  }
}

/// The properties that hold in each state of a promise.
extension Set<ThenableInspectionTests.Property> {
  fileprivate static var pending: Self { [.isPending] }
  fileprivate static var fulfilled: Self { [.isSettled, .isFulfilled, .value, .result] }
  fileprivate static var rejected: Self { [.isSettled, .isRejected, .error, .result] }
  fileprivate static var canceled: Self { [.isSettled, .isRejected, .isCancelled, .error, .result] }
}
