// Also tests: HandlerScope, RegisteredTaskLocal.

import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Task-local values that are registered travel from where a handler is written to where it runs.
///
/// `HandlerContextTests` and its neighbors test every handler of every operator.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseTaskLocalsTests {
  @TaskLocal static var request: Int?
  @TaskLocal static var user: String?
  @TaskLocal static var verbosity = 1
  @TaskLocal static var late: Int?
  @TaskLocal static var object: Released?

  init() {
    PromiseTaskLocals.register(Self.$request)
    PromiseTaskLocals.register(Self.$user)
    PromiseTaskLocals.register(Self.$verbosity)
    PromiseTaskLocals.register(Self.$object)
  }

  /// The registered values of the calling code.
  private struct Values: Equatable {
    var request = PromiseTaskLocalsTests.request
    var user = PromiseTaskLocalsTests.user
    var verbosity = PromiseTaskLocalsTests.verbosity
  }

  private func withValues<Result>(_ request: Int?, _ user: String?, _ body: () throws -> Result) rethrows -> Result {
    try Self.$request.withValue(request) { try Self.$user.withValue(user, operation: body) }
  }

  @Test(arguments: [nil, 7], [nil, "Ada"])
  func `each value that is set travels, and each that is not set is hidden`(_ request: Int?, _ user: String?)
    async throws
  {
    let (promise, resolver) = Promise<Int>.pending()
    let derived = withValues(request, user) {
      [
        promise.map { _ in Values() }, promise.map(on: nil) { _ in Values() },
        promise.map { _ async in
          await Task.yield()
          return Values()
        },
      ]
    }
    withValues(8, "Grace") { resolver.fulfill(1) }
    let expected = Values(request: request, user: user, verbosity: 1)
    #expect(try await when(fulfilled: derived).get() == [expected, expected, expected])
  }

  @Test func `a value with a default travels as well`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let quiet = promise.map(on: nil) { _ in Self.verbosity }
    let verbose = Self.$verbosity.withValue(3) { promise.map(on: nil) { _ in Self.verbosity } }
    Self.$verbosity.withValue(2) { resolver.fulfill(1) }
    #expect(try await [quiet.get(), verbose.get()] == [1, 3])
  }

  /// Other tests would register values meanwhile.
  @Test func `a value that is registered twice is taken once`() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<2 { PromiseTaskLocals.register(Self.$request) }
      precondition(RegisteredTaskLocal.last != nil && RegisteredTaskLocal.last?.next == nil)
      for _ in 0..<2 { PromiseTaskLocals.register(Self.$verbosity) }
      precondition(RegisteredTaskLocal.last?.next?.next == nil)
    }
  }

  @Test func `a handler that is attached before the registration does not see the value`() {
    let log = Log<Int?>()
    let (promise, resolver) = Promise<Int>.pending()
    Self.$late.withValue(1) {
      promise.done(on: nil) { _ in log(Self.late) }.cauterize()
      PromiseTaskLocals.register(Self.$late)
      promise.done(on: nil) { _ in log(Self.late) }.cauterize()
    }
    Self.$late.withValue(2) { resolver.fulfill(1) }
    #expect(log.entries == [nil, 1])
  }

  @Test func `the elements of a queue and the tasks of promises have the values of the code that adds them`()
    async throws
  {
    let queue = PromiseQueue()
    let promises = (0..<20).map { number in
      Self.$request.withValue(number) {
        queue.add { [Self.request] }.then { first in
          Promise {
            await Task.yield()
            return first + [Self.request]
          }
        }
      }
    }
    #expect(try await when(fulfilled: promises).get() == (0..<20).map { [$0, $0] })
  }

  @Test func `the closures of a sequence have the values of the code that wrote them`() async throws {
    let (mapped, polled) = Self.$request.withValue(1) {
      ([1, 2].concurrentMap(maxConcurrent: 2) { _ in Self.request }, poll { Self.request })
    }
    let plain = [1, 2].concurrentMap(maxConcurrent: 2) { _ in Promise.value(Self.request) }
    let found = try await Self.$request.withValue(2) {
      var found: [Int?] = []
      for try await value in mapped { found.append(value) }
      for try await value in plain { found.append(value) }
      for try await value in polled {
        found.append(value)
        break
      }
      return found
    }
    #expect(found == [1, 1, nil, nil, 1])
  }

  @Test func `progress handlers have the values of the code that attached them`() {
    let log = Log<Int?>()
    let (promise, resolver) = Promise<Int>.pending()
    Self.$request.withValue(1) { _ = promise.onProgress(on: nil) { _ in log(Self.request) } }
    Self.$request.withValue(2) { resolver.progress.report(1, of: 2) }
    #expect(log.entries.contains(1) && !log.entries.contains(2))
    resolver.fulfill(1)
  }

  // MARK: - Lifetime

  /// Calls a closure when it is released.
  final class Released: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    deinit { action() }
  }

  @Test(arguments: [false, true]) func `values are released with the handler`(_ isCanceled: Bool) {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    Self.$object.withValue(Released { log("released") }) {
      promise.done(on: nil) { _ in log("handler") }.catch { _ in }
    }
    #expect(log.entries.isEmpty)
    if isCanceled { promise.cancel() } else { resolver.fulfill(1) }
    #expect(log.entries == (isCanceled ? ["released"] : ["handler", "released"]))
  }

  /// An observer may be the last to refer to an executor, whose values may then be released while it receives an outcome.
  @Test func `no value is released within a delivery`() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let executor = Lock<HandlerExecutor?>(nil)
    Self.$object.withValue(Released { log(Trampoline.isDelivering ? "within" : "after") }) {
      executor.withLock { $0 = HandlerExecutor(on: nil, flags: nil) }
    }
    promise.any.attach(
      .object(
        ClosureObserver(consumer: nil) { _, _, _ in
          _ = executor.withLock { $0.take() }
          log("delivery")
          return nil
        }))
    resolver.fulfill(1)
    #expect(log.entries == ["delivery", "after"])
  }

  // MARK: - Many requests

  /// What a request does: steps of all kinds, on several executors, that share queues with those of other requests.
  private func handle(_ number: Int, on queue: DispatchQueue, _ shared: PromiseQueue) -> Promise<[Int?]> {
    let attempts = Counter()
    let retried = queue.async(.promise) { [Self.request] }.then { (seen: [Int?]) -> Promise<[Int?]> in
      retry(attempts: 1, delay: 0) { () -> Promise<[Int?]> in
        if attempts.next() == 0 { throw TestError.one }
        return .value(seen + [Self.request])
      }
    }
    let queued = retried.map(on: queue) { (seen: [Int?]) -> [Int?] in seen + [Self.request] }
      .then(on: nil) { (seen: [Int?]) -> Promise<[Int?]> in shared.add { seen + [Self.request] } }
    return queued.map { (seen: [Int?]) async throws -> [Int?] in
      await Task.yield()
      return seen + [Self.request]
    }
    .then(on: .global()) { (seen: [Int?]) -> Promise<[Int?]> in
      let last: Promise<[Int?]> = Promise { [Self.request] }
      return last.map { seen + $0 }
    }
    .validate(on: nil) { _ in Self.request == number }
  }

  @Test func `10,000 requests at once do not see each other's values`() async throws {
    let (queue, shared) = (DispatchQueue(label: "requests"), PromiseQueue(maxConcurrent: 4))
    let mixed = try await withThrowingTaskGroup(of: Int.self) { group in
      for first in stride(from: 0, to: 10_000, by: 100) {
        group.addTask {
          var mixed = 0
          let promises = (first..<first + 100).map { number in
            (number, Self.$request.withValue(number) { handle(number, on: queue, shared) })
          }
          for (number, promise) in promises {
            let seen = try await promise.get()
            if seen != Array(repeating: number, count: 6) { mixed += 1 }
          }
          return mixed
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(mixed == 0)
  }
}
