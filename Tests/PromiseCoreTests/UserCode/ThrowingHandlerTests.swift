import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Handlers that throw: the error rejects the promise derived by the handler's operator, and no other promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ThrowingHandlerTests {
  /// The operators that take a throwing handler of the value.
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

  @Test(arguments: Operator.allCases, ExecutorKind.allCases)
  func `a handler that throws rejects its own derived promise and no other`(
    _ tried: Operator, _ executor: ExecutorKind
  ) async throws {
    let queue = executor.queue
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

  @Test(arguments: ExecutorKind.allCases)
  func `an error thrown by the handler of recover replaces the error that it handles`(_ executor: ExecutorKind) async {
    let queue = executor.queue
    let (promise, resolver) = Promise<Int>.pending()
    let value = promise.recover(on: queue) { _ -> Guarantee<Int> in throw TestError.two }
    let adopting = promise.recover(on: queue) { _ -> Promise<Int> in throw TestError.two }
    let typed = promise.recover(only: TestError.self, on: queue) { _ -> Promise<Int> in throw TestError.two }
    resolver.reject(TestError.one)
    for recovered in [value, adopting, typed] {
      await #expect(throws: TestError.two) { try await recovered.get() }
    }
    #expect(promise.error as? TestError == .one)
  }

  @Test(arguments: ExecutorKind.allCases)
  func `an error skips the handlers up to the next handler of errors`(_ executor: ExecutorKind) async {
    let queue = executor.queue
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
      log("continues with \(number)")
      throw TestError.two
    }.catch(on: queue) { log("catch \($0)") }
    resolver.fulfill(1)
    _ = await end.getResult()
    #expect(log.entries == ["throws", "ensure", "recover one", "continues with 2", "catch two"])
  }

  @Test(arguments: ExecutorKind.allCases)
  func `a promise that a handler settled before it threw stays settled`(_ executor: ExecutorKind) async {
    let queue = executor.queue
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

  /// The handler's own promise was canceled, so no consumer wants the error.
  @Test func `an error thrown by a handler that canceled its own promise is not reported`() {
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
