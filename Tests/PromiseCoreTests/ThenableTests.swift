import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The operators as code uses them that knows no more than that it has a thenable: a promise, a guarantee, or somebody
/// else's.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct ThenableTests {
  // MARK: Generic code

  private func chain<T: Thenable>(_ number: T) -> Promise<String> where T.Value == Int {
    number
      .then(on: nil) { Promise.value($0 + 1) }
      .map(on: nil) { $0 * 10 }
      .get(on: nil) { _ in }
      .validate(on: nil) { $0 > 0 }
      .compactMap(on: nil) { Optional("\($0)") }
  }

  /// What each operator makes of a thenable by itself.
  private func each<T: Thenable>(_ number: T) -> [Promise<Int>] where T.Value == Int {
    [
      number.then(on: nil) { Promise.value($0) }, number.then(on: nil) { Guarantee.value($0) },
      number.map(on: nil) { $0 }, number.map(\.self),
      number.done(on: nil) { _ in }.map(on: nil) { 1 }, number.asVoid().map(on: nil) { 1 },
      number.get(on: nil) { _ in }, number.compactMap(on: nil) { Optional($0) },
      number.validate(on: nil) { _ in true }, number.reduce(on: nil, [Int]()) { sum, _ in Promise.value(sum) },
      Promise(number),
    ]
  }

  private func eachOfErrors<T: Thenable<Int>>(_ number: T) -> [Promise<Int>] where T.Failure == any Error {
    [
      number.catch(on: nil) { _ in }, number.catch(only: TestError.self, on: nil) { _ in },
      number.recover(on: nil) { throw $0 }, number.recover(only: TestError.self, on: nil) { throw $0 },
      number.ensure(on: nil) {}, number.ensureThen(on: nil) { Guarantee() }, number.tap(on: nil) { _ in },
    ]
  }

  private func elements<T: Thenable>(_ numbers: T) -> [Promise<[Int]>] where T.Value == [Int] {
    [
      numbers.thenMap(on: nil) { Promise.value($0) }, numbers.map(on: nil) { $0 },
    ]
  }

  @Test func aPromise() {
    #expect(chain(Promise.value(1)).value == "20")
    #expect(each(Promise.value(1)).map(\.value) == Array(repeating: 1, count: 11))
    #expect(eachOfErrors(Promise.value(1)).map(\.value) == Array(repeating: 1, count: 7))
    #expect(elements(Promise.value([1, 2])).map(\.value) == Array(repeating: [1, 2], count: 2))
  }

  @Test func aRejectedPromise() {
    let failed = Promise<Int>(error: TestError.one)
    #expect(chain(failed).error as? TestError == .one)
    for promise in each(failed) + eachOfErrors(failed) { #expect(promise.error as? TestError == .one) }
    for promise in elements(Promise(error: TestError.one)) { #expect(promise.error as? TestError == .one) }
  }

  @Test func aGuarantee() {
    #expect(chain(Guarantee.value(1)).value == "20")
    #expect(each(Guarantee.value(1)).map(\.value) == Array(repeating: 1, count: 11))
    #expect(elements(Guarantee.value([1, 2])).map(\.value) == Array(repeating: [1, 2], count: 2))
  }

  @Test func somebodyElses() {
    let foreign = ForeignPromise<Int>()
    let promises = each(foreign) + eachOfErrors(foreign)
    let text = chain(foreign)
    #expect(promises.allSatisfy { $0.isPending } && text.isPending)
    foreign.settle(.success(1))
    #expect(promises.map(\.value) == Array(repeating: 1, count: 18))
    #expect(text.value == "20")
    #expect(elements(ForeignPromise(.success([1, 2]))).map(\.value) == Array(repeating: [1, 2], count: 2))
  }

  @Test func somebodyElsesThatIsRejected() {
    let foreign = ForeignPromise<Int>()
    let promises = each(foreign) + eachOfErrors(foreign) + [chain(foreign).map(on: nil) { _ in 1 }]
    foreign.settle(.failure(TestError.one))
    for promise in promises { #expect(promise.error as? TestError == .one) }
    for promise in elements(ForeignPromise(.failure(TestError.one))) {
      #expect(promise.error as? TestError == .one)
    }
  }

  @Test func somebodyElsesMayBeRecoveredFrom() async {
    let foreign = ForeignPromise<Int>(.failure(TestError.one))
    let guarantee: Guarantee<Int> = foreign.recover(on: nil) { _ in Guarantee.value(2) }
    #expect(guarantee.value == 2)
    #expect(foreign.recover(on: nil) { _ in Promise.value(3) }.value == 3)
    #expect(foreign.recover(only: TestError.self, on: nil) { _ in ForeignPromise(.success(4)) }.value == 4)
  }

  @Test func somebodyElsesHandlersRunWhereTheyAreWritten() async throws {
    let here = MarkedQueue()
    let foreign = ForeignPromise<Int>(.success(1))
    #expect(try await withPromiseQueue(here.queue) { foreign.map { _ in here.isCurrent } }.get())
    #expect(try await foreign.map(on: here.queue) { _ in here.isCurrent }.get())
  }

  // MARK: Cancellation

  @Test func cancellingTheChainOfAThenableCancelsAPromise() {
    let (promise, resolver) = Promise<Int>.pending()
    chain(promise).cancel()
    #expect(promise.isCancelled && resolver.isCancelled)
  }

  @Test func cancellingTheChainLeavesSomebodyElsesAlone() {
    let foreign = ForeignPromise<Int>()
    let text = chain(foreign)
    text.cancel()
    #expect(text.isCancelled && foreign.isPending)
    foreign.settle(.success(1))
    #expect(text.isCancelled)
  }

  // MARK: pipe

  @Test func pipeTellsTheOutcomeAtOnce() {
    let log = Log<String>()
    func listen<T: Thenable>(to thenable: T) where T.Value == Int {
      thenable.pipe { result in
        switch result {
        case .success(let value): log("\(value)")
        case .failure(let error): log("\(error)")
        }
      }
    }
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, seal) = Guarantee<Int>.pending()
    listen(to: promise)
    listen(to: guarantee)
    #expect(log.entries == [])
    resolver.reject(TestError.one)
    seal(2)
    listen(to: Promise.value(3))
    #expect(log.entries == ["one", "2", "3"])
  }

  @Test func whoListensKeepsAPromiseFromBeingCancelledByOthers() {
    let (promise, resolver) = Promise<Int>.pending()
    promise.pipe { _ in }
    promise.map(on: nil) { $0 }.cancel()
    #expect(promise.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
  }

  @Test func whoListensStaysInLineWhenOthersLeaveIt() {
    let log = Log<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    promise.pipe { result in if case .success(let value) = result { log(value) } }
    for _ in 0..<2 { promise.map(on: nil) { $0 }.cancel() }
    #expect(promise.observerCount == 1)
    resolver.fulfill(1)
    #expect(log.entries == [1])
  }

}
