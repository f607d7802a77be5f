import Dispatch
import PromiseConcurrency
@_spi(GooglePromises) import GooglePromisesVocabulary
import TestSupport
import Testing

/// Code that was written for google/promises, with only its import changed.
@Suite(.sharingProcessors) struct GooglePromisesSPITests {
  @Test(arguments: cases(of: GooglePromisesCode.self)) func `code for google promises needs only its import changed`(
    _ test: Case
  ) async throws { try await test.body() }
}

private enum GooglePromisesCode: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] { settling + releasing + queues + values }
}

// MARK: pending(), fulfill and reject

/// A service written with google/promises.
@available(*, deprecated)
private final class Service: Sendable {
  private let ready = Promise<Void>.pending()
  private let queue = DispatchQueue(label: "Service")

  func start() { ready.fulfill(()) }

  func load(_ id: Int) -> Promise<String> {
    let promise = Promise<String>.pending()
    ready.then(on: queue) {
      if id == 0 { promise.reject(TestError.one) } else { promise.fulfill("\(id)") }
    }
    return promise
  }
}

@available(*, deprecated)
private let settling = [
  Case("pending() is fulfilled before its handlers are attached") {
    let promise = Promise<Int>.pending()
    #expect(promise.isPending)
    promise.fulfill(1)
    #expect(promise.value == 1)
    let log = Log<Int>()
    promise.then(on: nil) { log($0) }
    try await #expect(promise.then { $0 + 1 }.get() == 2)
    #expect(log.entries == [1])
  },
  Case("pending() is fulfilled after its handlers are attached") {
    let log = Log<Int>()
    let promise = Promise<Int>.pending()
    promise.then(on: nil) { log($0) }.then(on: nil) { log($0 + 1) }
    #expect(log.entries == [])
    promise.fulfill(1)
    #expect(log.entries == [1, 2])
  },
  Case("pending() is rejected before and after its handlers are attached") {
    let log = Log<String>()
    let promise = Promise<Int>.pending()
    promise.catch(on: nil) { log("before \($0)") }
    promise.reject(TestError.one)
    promise.catch(on: nil) { log("after \($0)") }
    #expect(log.entries == ["before one", "after one"])
    #expect(promise.error as? TestError == .one)
  },
  Case("only the first outcome counts") {
    let promise = Promise<Int>.pending()
    promise.fulfill(1)
    promise.fulfill(2)
    promise.reject(TestError.one)
    #expect(promise.value == 1)
  },
  Case("Promise() is pending, unless it is of Void") {
    let promise = Promise<Int>()
    #expect(promise.isPending)
    promise.fulfill(3)
    try await #expect(promise.get() == 3)
    #expect(Promise<Void>().isFulfilled)
  },
  Case("pending() follows a type annotation or a pattern") {
    let promise: Promise<String> = .pending()
    promise.fulfill("a")
    #expect(promise.value == "a")
    let (other, resolver) = Promise<Int>.pending()
    resolver.fulfill(1)
    #expect(other.value == 1)
  },
  Case("a service settles its promises when it is ready") {
    let service = Service()
    let one = service.load(1)
    let none = service.load(0)
    service.start()
    try await #expect(one.get() == "1")
    await #expect(throws: TestError.one) { try await none.get() }
    try await #expect(service.load(2).then { $0 + "!" }.get() == "2!")
  },
]

// MARK: Releasing pending promises

/// Returns promises derived from a pending promise that is released when the function returns.
@available(*, deprecated)
private func derivedPromises(_ log: Log<String>) -> [Promise<Int>] {
  let promise = Promise<Int>.pending()
  return [
    promise.then(on: nil) { _ in log("never") },
    promise.then { value -> Promise<Int> in
      log("never")
      return Promise(value)
    }.always(on: nil) { log("always") },
    promise.recover(on: nil) { _ in 0 },
  ]
}

@available(*, deprecated)
private let releasing = [
  Case("releasing a pending promise cancels its derived promises and resumes waiting tasks") {
    let log = Log<String>()
    for derived in derivedPromises(log) {
      await #expect(throws: CancellationError.self) { try await derived.get() }
      #expect(derived.isCancelled)
    }
    #expect(log.entries == ["always"])
  },
  Case("a task that waits before the release resumes") {
    let gate = Gate()
    var promise: Promise<Int>? = Promise<Int>.pending()
    let derived = promise!.then { $0 + 1 }
    let stage = Stage()
    let task = await stage.start { _ in
      gate.open()
      return try await derived.get()
    }
    try await gate.opened()
    await stage.allSuspended()
    #expect(promise?.isPending == true)
    promise = nil
    await #expect(throws: CancellationError.self) { try await task.value }
  },
  Case("a pending promise and its derived promises do not leak") {
    let lifetime = Lifetime()
    weak var weakPromise: Promise<Int>?
    weak var weakDerived: Promise<Int>?
    func attach() {
      let promise = Promise<Int>.pending()
      weakPromise = promise
      let object = lifetime.object()
      weakDerived = promise.then(on: nil) { _ in object.touch() }
      promise.catch(on: nil) { _ in object.touch() }
      promise.always(on: nil) { object.touch() }
      #expect(weakPromise != nil && weakDerived != nil && lifetime.alive == 1)
    }
    attach()
    #expect(weakPromise == nil && weakDerived == nil && lifetime.alive == 0)
  },
  Case("releasing a pending promise without observers reports nothing") {
    let log = Log<String>()
    weak var weakPromise: Promise<Int>?
    func make() {
      let promise = Promise<Int>.pending()
      weakPromise = promise
    }
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) { make() }
    #expect(weakPromise == nil && log.entries == [])
  },
  Case("a derived promise does not retain its pending upstream promise") {
    weak var weakUpstream: Promise<Int>?
    func attach() -> Promise<Int> {
      let upstream = Promise<Int>()
      weakUpstream = upstream
      return upstream.then(on: nil) { $0 + 1 }
    }
    let derived = attach()
    #expect(weakUpstream == nil && derived.isCancelled)
  },
]

// MARK: Queues of functions without handlers

@available(*, deprecated)
private let queues = [
  Case("all accepts a queue") {
    let queue = DispatchQueue(label: "all")
    try await #expect(all(on: queue, [Promise(1), Promise(2)]).get() == [1, 2])
    let (number, text) = try await all(on: queue, Promise(1), Promise("a")).get()
    #expect(number == 1 && text == "a")
    await #expect(throws: TestError.one) {
      try await all(on: .global(), [Promise(1), Promise(TestError.one)]).get()
    }
  },
  Case("any accepts a queue") {
    let answers = try await any(on: .main, [Promise(1), Promise<Int>(TestError.one)]).get()
    #expect(answers == [.value(1), .error(TestError.one)])
    let (number, text) = try await any(on: .global(), Promise<Int>(TestError.one), Promise("a")).get()
    #expect(number.error as? TestError == .one && text.value == "a")
  },
  Case("race accepts a queue") {
    try await #expect(race(on: .main, [Promise<Int>.pending(), Promise(1)]).get() == 1)
    try await #expect(race(on: .global(), Promise(2), Promise<Int>.pending()).get() == 2)
    await #expect(throws: TestError.two) { try await race(on: .main, Promise<Int>(TestError.two)).get() }
  },
  Case("delay accepts a queue") {
    try await #expect(Promise(1).delay(on: .main, 0.001).get() == 1)
    await #expect(throws: TestError.one) { try await Promise<Int>(TestError.one).delay(on: .main, 60).get() }
    let promise = Promise(2).delay(on: .global(), 60)
    #expect(promise.isPending)
    promise.cancel()
  },
  Case("timeout accepts a queue") {
    try await #expect(Promise(1).timeout(on: .main, 60).get() == 1)
    let never = Promise<Int>.pending()
    do {
      _ = try await never.timeout(on: .global(), 0.001).get()
      Issue.record("timeout returned a value")
    } catch PromiseError.timedOut {
      // This error is expected.
    }
  },
]

// MARK: Values and errors

@available(*, deprecated)
private let values = [
  Case("wrap fulfills with nil if there is neither a value nor an error") {
    func load(_ value: Int?, _ error: Error?, _ handler: @escaping (Int?, Error?) -> Void) { handler(value, error) }
    func loadErrorFirst(_ error: Error?, _ value: Int?, _ handler: @escaping (Error?, Int?) -> Void) {
      handler(error, value)
    }
    let nothing: Promise<Int?> = wrap { handler in load(nil, nil, handler) }
    #expect(nothing.isFulfilled)
    try await #expect(nothing.get() == nil)
    try await #expect(wrap { handler in load(1, nil, handler) }.get() == 1)
    let inferred = wrap { handler in load(nil, nil, handler) }.then { $0 ?? -1 }
    try await #expect(inferred.get() == -1)
    await #expect(throws: TestError.one) { try await wrap { load(1, TestError.one, $0) }.get() }
    try await #expect(wrap { loadErrorFirst(nil, nil, $0) }.get() == nil)
    try await #expect(wrap { loadErrorFirst(nil, 2, $0) }.get() == 2)
    await #expect(throws: TestError.two) { try await wrap { loadErrorFirst(TestError.two, nil, $0) }.get() }
  },
  Case("wrap does not make a value optional") {
    func load(_ value: Bool, _ error: Error?, _ handler: @escaping (Bool, Error?) -> Void) { handler(value, error) }
    func loadErrorFirst(_ error: Error?, _ value: Bool, _ handler: @escaping (Error?, Bool) -> Void) {
      handler(error, value)
    }
    func number(_ promise: Promise<Int>) async throws -> Int { try await promise.get() }
    try await #expect(number(wrap { load(true, nil, $0) }.then { $0 ? 1 : 0 }) == 1)
    try await #expect(number(wrap { loadErrorFirst(nil, true, $0) }.then { $0 ? 1 : 0 }) == 1)
    try await #expect(number(wrap(on: .global()) { load(true, nil, $0) }.then { $0 ? 1 : 0 }) == 1)
    try await #expect(number(wrap(on: .global()) { loadErrorFirst(nil, true, $0) }.then { $0 ? 1 : 0 }) == 1)
    let rejected = wrap { load(true, TestError.one, $0) }.then { $0 ? 1 : 0 }
    await #expect(throws: TestError.one) { try await number(rejected) }
  },
  Case("wrap rejects with an error even if the chain expects an optional") {
    func save(_ error: Error?, _ handler: @escaping (Error?) -> Void) { handler(error) }
    func isNil(_ value: Any?) -> Bool { value == nil }
    let saved = wrap { handler in save(nil, handler) }.then { value in isNil(value) }
    try await #expect(saved.get())
    let failed = wrap { handler in save(TestError.one, handler) }.catch { _ in }.then { value in isNil(value) }
    await #expect(throws: TestError.one) { try await failed.get() }
  },
  Case("combinators settle with an abandoned input") {
    @Sendable func lost() -> Promise<Int> { Promise<Int>.pending() }
    await #expect(throws: CancellationError.self) { try await all([lost(), Promise(1)]).get() }
    await #expect(throws: CancellationError.self) { try await all(lost(), Promise(1)).get() }
    await #expect(throws: CancellationError.self) { try await any([lost()]).get() }
    await #expect(throws: CancellationError.self) { try await race([lost()]).get() }
    try await #expect(when(resolved: [lost()]).timeout(30).get().count == 1)
    let iterator = [0].lazy.map { _ in lost() }.makeIterator()
    await #expect(throws: CancellationError.self) { try await when(fulfilled: iterator, maxConcurrent: 1).get() }
    await #expect(throws: CancellationError.self) { try await lost().timeout(.infinity).get() }
    await #expect(throws: CancellationError.self) { try await retry(attempts: 1) { lost() }.get() }
    await #expect(throws: CancellationError.self) { try await lost().reduce([1]) { sum, _ in Promise(sum) }.get() }
    await #expect(throws: CancellationError.self) { try await Promise(1).reduce([1]) { _, _ in lost() }.get() }
  },
  Case("validate rejects with validationFailure") {
    let promise = Promise(1).validate(on: nil) { $0 > 1 }
    let error = promise.error as? PromiseError
    #expect(error?.description == PromiseError.validationFailure.description)
    guard case .validationFailed? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  },
]
