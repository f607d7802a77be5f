import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Handlers that throw: the error is that of the promise that the handler makes, and nobody else's.
@Suite(.promises(timeLimit: .seconds(280))) struct ThrowingHandlerTests {
  /// Whatever has a handler of the value that may throw.
  enum Operator: CaseIterable, Sendable {
    case map, compactMap, then, done, get, validate, thenMap, reduce

    /// Attaches a handler that throws.
    func attach(to promise: Promise<[Int]>, on queue: DispatchQueue?) -> Promise<Void> {
      switch self {
      case .map: promise.map(on: queue) { _ -> Int in throw TestError.one }.asVoid()
      case .compactMap: promise.compactMap(on: queue) { _ -> Int? in throw TestError.one }.asVoid()
      case .then: promise.then(on: queue) { _ -> Promise<Int> in throw TestError.one }.asVoid()
      case .done: promise.done(on: queue) { _ in throw TestError.one }
      case .get: promise.get(on: queue) { _ in throw TestError.one }.asVoid()
      case .validate: promise.validate(on: queue) { _ in throw TestError.one }.asVoid()
      case .thenMap: promise.thenMap(on: queue) { _ -> Promise<Int> in throw TestError.one }.asVoid()
      case .reduce: promise.reduce(on: queue, [0]) { _, _ -> Promise<[Int]> in throw TestError.one }.asVoid()
      }
    }
  }

  @Test(arguments: Operator.allCases, HandlerPlace.allCases)
  func whatItThrowsIsTheErrorOfItsOwnPromise(_ tried: Operator, _ place: HandlerPlace) async throws {
    let queue = place.queue
    let (promise, resolver) = Promise<[Int]>.pending()
    let before = promise.map(on: queue) { $0.count }
    let throwing = tried.attach(to: promise, on: queue)
    let after = promise.map(on: queue) { $0.count }
    resolver.fulfill([1, 2])
    await #expect(throws: TestError.one) { try await throwing.get() }
    #expect(try await before.get() == 2)
    #expect(try await after.get() == 2)
    #expect(promise.value == [1, 2])
  }

  @Test(arguments: HandlerPlace.allCases) func anErrorTakesThePlaceOfTheOneItDealsWith(_ place: HandlerPlace) async {
    let queue = place.queue
    let (promise, resolver) = Promise<Int>.pending()
    let value = promise.recover(on: queue) { _ -> Guarantee<Int> in throw TestError.two }
    let following = promise.recover(on: queue) { _ -> Promise<Int> in throw TestError.two }
    let one = promise.recover(only: TestError.self, on: queue) { _ -> Promise<Int> in throw TestError.two }
    resolver.reject(TestError.one)
    for recovered in [value, following, one] {
      await #expect(throws: TestError.two) { try await recovered.get() }
    }
    #expect(promise.error as? TestError == .one)
  }

  @Test(arguments: HandlerPlace.allCases) func theHandlersBetweenItAndACatchAreSkipped(_ place: HandlerPlace) async {
    let queue = place.queue
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let end = promise.map(on: queue) { number in
      log("throws")
      guard number > 1 else { throw TestError.one }
      return number
    }.map(on: queue) { number in
      log("skipped")
      return number
    }.ensure(on: queue) {
      log("ensure")
    }.recover(on: queue) { error in
      log("recover \(error)")
      return Promise.value(2)
    }.map(on: queue) { number -> Int in
      log("goes on with \(number)")
      throw TestError.two
    }.catch(on: queue) { log("catch \($0)") }
    resolver.fulfill(1)
    _ = await end.getResult()
    #expect(log.entries == ["throws", "ensure", "recover one", "goes on with 2", "catch two"])
  }

  @Test(arguments: HandlerPlace.allCases) func whatItDidBeforeItThrewIsDone(_ place: HandlerPlace) async {
    let queue = place.queue
    let log = Log<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    let (other, otherResolver) = Promise<Int>.pending()
    let seen = other.done(on: queue) { log($0) }
    let throwing = promise.done(on: queue) { number in
      otherResolver.fulfill(number + 1)
      throw TestError.one
    }
    resolver.fulfill(1)
    await #expect(throws: TestError.one) { try await throwing.get() }
    _ = await seen.getResult()
    #expect(log.entries == [2] && other.value == 2)
  }

  /// Whoever cancelled it does not want to know.
  @Test func whatItThrowsWhenItIsNotWantedIsNotReported() {
    let reported = reports {
      let (promise, resolver) = Promise<Int>.pending()
      let own = Log<Promise<Void>>()
      own(
        promise.done(on: nil) { _ in
          own.entries[0].cancel()
          throw TestError.one
        })
      resolver.fulfill(1)
      #expect(own.entries[0].isCancelled)
    }
    #expect(reported == [])
  }
}
