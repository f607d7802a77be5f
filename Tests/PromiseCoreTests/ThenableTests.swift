import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The operators in generic code over `Thenable`, by way of `promise`, applied to promises, guarantees, and foreign types.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ThenableTests {
  // MARK: Generic code

  private func chain<T: Thenable>(_ number: T) -> Promise<String> where T.Value == Int {
    number.promise
      .then(on: nil) { Promise.value($0 + 1) }
      .map(on: nil) { $0 * 10 }
      .get(on: nil) { _ in }
      .validate(on: nil) { $0 > 0 }
      .compactMap(on: nil) { Optional("\($0)") }
  }

  /// Returns the results of applying each operator to a thenable separately.
  private func each<T: Thenable>(_ number: T) -> [Promise<Int>] where T.Value == Int {
    [
      number.promise.then(on: nil) { Promise.value($0) }, number.promise.then(on: nil) { Guarantee.value($0) },
      number.promise.map(on: nil) { $0 }, number.promise.map(\.self),
      number.promise.done(on: nil) { _ in }.map(on: nil) { 1 }, number.promise.asVoid().map(on: nil) { 1 },
      number.promise.get(on: nil) { _ in }, number.promise.compactMap(on: nil) { Optional($0) },
      number.promise.validate(on: nil) { _ in true },
      number.promise.reduce(on: nil, [Int]()) { sum, _ in Promise.value(sum) },
      Promise(number),
    ]
  }

  private func eachForErrors(_ number: some Thenable<Int>) -> [Promise<Int>] {
    [
      number.promise.catch(on: nil) { _ in }, number.promise.catch(only: TestError.self, on: nil) { _ in },
      number.promise.recover(on: nil) { throw $0 }, number.promise.recover(only: TestError.self, on: nil) { throw $0 },
      number.promise.ensure(on: nil) {}, number.promise.ensureThen(on: nil) { Guarantee() },
      number.promise.tap(on: nil) { _ in },
    ]
  }

  private func elements<T: Thenable>(_ numbers: T) -> [Promise<[Int]>] where T.Value == [Int] {
    [
      numbers.promise.thenMap(on: nil) { Promise.value($0) }, numbers.promise.map(on: nil) { $0 },
    ]
  }

  @Test func `operators in generic code pass on the value of a promise`() {
    #expect(chain(Promise.value(1)).value == "20")
    #expect(each(Promise.value(1)).map(\.value) == Array(repeating: 1, count: 11))
    #expect(eachForErrors(Promise.value(1)).map(\.value) == Array(repeating: 1, count: 7))
    #expect(elements(Promise.value([1, 2])).map(\.value) == Array(repeating: [1, 2], count: 2))
  }

  @Test func `operators in generic code pass on the error of a promise`() {
    let failed = Promise<Int>(error: TestError.one)
    #expect(chain(failed).error as? TestError == .one)
    for promise in each(failed) + eachForErrors(failed) { #expect(promise.error as? TestError == .one) }
    for promise in elements(Promise(error: TestError.one)) { #expect(promise.error as? TestError == .one) }
  }

  @Test func `operators in generic code pass on the value of a guarantee`() {
    #expect(chain(Guarantee.value(1)).value == "20")
    #expect(each(Guarantee.value(1)).map(\.value) == Array(repeating: 1, count: 11))
    #expect(elements(Guarantee.value([1, 2])).map(\.value) == Array(repeating: [1, 2], count: 2))
  }

  @Test func `operators in generic code pass on the value of a foreign thenable`() {
    let foreign = ForeignPromise<Int>()
    let promises = each(foreign) + eachForErrors(foreign)
    let text = chain(foreign)
    #expect(promises.allSatisfy { $0.isPending } && text.isPending)
    foreign.settle(.success(1))
    #expect(promises.map(\.value) == Array(repeating: 1, count: 18))
    #expect(text.value == "20")
    #expect(elements(ForeignPromise(.success([1, 2]))).map(\.value) == Array(repeating: [1, 2], count: 2))
  }

  @Test func `operators in generic code pass on the error of a foreign thenable`() {
    let foreign = ForeignPromise<Int>()
    let promises = each(foreign) + eachForErrors(foreign) + [chain(foreign).map(on: nil) { _ in 1 }]
    foreign.settle(.failure(TestError.one))
    for promise in promises { #expect(promise.error as? TestError == .one) }
    for promise in elements(ForeignPromise(.failure(TestError.one))) {
      #expect(promise.error as? TestError == .one)
    }
  }

  @Test func `recover handles the error of a foreign thenable`() async {
    let foreign = ForeignPromise<Int>(.failure(TestError.one))
    let guarantee: Guarantee<Int> = foreign.promise.recover(on: nil) { _ in Guarantee.value(2) }
    #expect(guarantee.value == 2)
    #expect(foreign.promise.recover(on: nil) { _ in Promise.value(3) }.value == 3)
    #expect(foreign.promise.recover(only: TestError.self, on: nil) { _ in ForeignPromise(.success(4)) }.value == 4)
  }

  @Test func `handlers of a foreign thenable run on the default queue or the given queue`() async throws {
    let here = MarkedQueue()
    let foreign = ForeignPromise<Int>(.success(1))
    #expect(try await withPromiseQueue(here.queue) { foreign.promise.map { _ in here.isCurrent } }.get())
    #expect(try await foreign.promise.map(on: here.queue) { _ in here.isCurrent }.get())
  }

  // MARK: Cancellation

  @Test func `canceling a chain in generic code cancels the promise that it is derived from`() {
    let (promise, resolver) = Promise<Int>.pending()
    chain(promise).cancel()
    #expect(promise.isCancelled && resolver.isCancelled)
  }

  @Test func `canceling a chain in generic code does not affect a foreign thenable`() {
    let foreign = ForeignPromise<Int>()
    let text = chain(foreign)
    text.cancel()
    #expect(text.isCancelled && foreign.isPending)
    foreign.settle(.success(1))
    #expect(text.isCancelled)
  }

  // MARK: pipe

  @Test func `pipe delivers the outcome inline`() {
    let log = Log<String>()
    func pipeToLog<T: Thenable>(_ thenable: T) where T.Value == Int {
      thenable.pipe { result in
        switch result {
        case .success(let value): log("\(value)")
        case .failure(let error): log("\(error)")
        }
      }
    }
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, seal) = Guarantee<Int>.pending()
    pipeToLog(promise)
    pipeToLog(guarantee)
    #expect(log.entries == [])
    resolver.reject(TestError.one)
    seal(2)
    pipeToLog(Promise.value(3))
    #expect(log.entries == ["one", "2", "3"])
  }

  @Test func `a promise that is piped is not canceled by its other consumers`() {
    let (promise, resolver) = Promise<Int>.pending()
    promise.pipe { _ in }
    promise.map(on: nil) { $0 }.cancel()
    #expect(promise.isPending && !resolver.isCancelled)
    resolver.fulfill(1)
  }

  @Test func `a handler of pipe stays attached when other consumers depart`() {
    let log = Log<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    promise.pipe { result in if case .success(let value) = result { log(value) } }
    for _ in 0..<2 { promise.map(on: nil) { $0 }.cancel() }
    #expect(promise.any.observerCount == 1)
    resolver.fulfill(1)
    #expect(log.entries == [1])
  }

  // MARK: Foreign thenables

  /// A thenable that names a promise of another type as its own.
  private final class Borrower: Thenable {
    let lender = Promise.value(1)

    var _anyPromise: AnyPromise? { AnyPromise(lender) }
    var result: Result<String, any Error>? { .success("two") }
    func pipe(to handler: @escaping @Sendable (Result<String, any Error>) -> Void) { handler(.success("two")) }
  }

  @Test func `the promise of another object is not the thenable's own`() async throws {
    let borrower = Borrower()
    #expect(Promise(borrower).value == "two" && borrower.promise.value == "two" && borrower.value == "two")
    #expect(try await when(fulfilled: [borrower]).get() == ["two"])
    #expect(Promise.value(1).then(on: nil) { _ in borrower }.value == "two")
  }

  @Test func `promises and combinators adopt the outcome of a foreign thenable`() async throws {
    let foreign = ForeignThenable(.success(1))
    #expect(try await Promise(foreign).get() == 1)
    #expect(try await Promise.value(0).then { _ in foreign }.get() == 1)
    #expect(try await when(fulfilled: [foreign, foreign]).get() == [1, 1])
    #expect(try await race([foreign]).get() == 1)
    await #expect(throws: TestError.one) { try await Promise(ForeignThenable(.failure(TestError.one))).get() }
  }

  @Test func `a thenable that releases its handler uncalled abandons the promise`() async {
    await silently {
      await #expect(throws: PromiseError.self) { try await Promise(ForeignThenable(nil)).get() }
      await #expect(throws: PromiseError.self) { try await when(fulfilled: [ForeignThenable(nil)]).get() }
      await #expect(throws: PromiseError.self) { try await race(SilentThenable(), SilentThenable()).get() }
      await #expect(throws: PromiseError.self) { try await when(fulfilled: [SilentThenable()]).get() }
      await #expect(throws: PromiseError.self) { try await when(fulfilled: SilentThenable(), Promise.value(1)).get() }
      let silent = AnyIterator { SilentThenable() }
      await #expect(throws: PromiseError.self) { try await when(fulfilled: silent, maxConcurrent: 2).get() }
    }
  }

  /// A thenable that keeps its handlers and never calls them.
  final class SilentThenable: Thenable {
    let handlers = Log<@Sendable (Result<Int, any Error>) -> Void>()
    var result: Result<Int, any Error>? { nil }
    func pipe(to handler: @escaping @Sendable (Result<Int, any Error>) -> Void) { handlers(handler) }
  }

  @Test func `a foreign thenable that loses a race is not reported as abandoned`() async throws {
    let log = Log<String>()
    try await PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let winner = try await race([ForeignThenable(.success(1)), ForeignThenable(.success(2))]).get()
      #expect(winner == 1)
      let silent = [SilentThenable(), SilentThenable()]
      withExtendedLifetime(silent) { race(silent).cancel() }
    }
    #expect(log.entries == [])
  }

  final class ForeignThenable: Thenable {
    let result: Result<Int, any Error>?
    init(_ result: Result<Int, any Error>?) { self.result = result }
    func pipe(to handler: @escaping @Sendable (Result<Int, any Error>) -> Void) { result.map(handler) }
  }
}
