import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The ways to create a promise.
@Suite(.promises(timeLimit: .testLimit)) struct CreationTests {
  @Test func `the closure passed to the initializer runs immediately`() {
    let log = Log<String>()
    let promise = Promise<Int> { resolver in
      log("inside")
      resolver.fulfill(1)
    }
    log("outside")
    #expect(log.entries == ["inside", "outside"])
    #expect(promise.value == 1)
  }

  @Test func `an error thrown by the closure rejects the promise immediately`() {
    let promise = Promise<Int> { _ in throw TestError.one }
    #expect(promise.error as? TestError == .one)
  }

  @Test func `promises and guarantees can be created settled`() {
    #expect(Promise.value(1).value == 1)
    #expect(Promise<Int>(error: TestError.one).error as? TestError == .one)
    #expect(Promise<Void>().isFulfilled)
    #expect(Guarantee.value(1).value == 1)
    #expect(Guarantee<Void>().isFulfilled)
  }

  @Test func `the properties of a promise reflect its current state`() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(promise.isPending && !promise.isSettled && promise.result == nil && promise.value == nil)
    resolver.fulfill(1)
    #expect(!promise.isPending && promise.isSettled && promise.isFulfilled && !promise.isRejected)
    #expect(promise.value == 1 && promise.error == nil)
    let failed = Promise<Int>(error: TestError.one)
    #expect(failed.isRejected && !failed.isFulfilled && failed.value == nil)
  }

  @Test func `a resolver accepts a result, and a value and an error in either order`() {
    func outcome(_ settle: (Resolver<Int>) -> Void) -> Result<Int, any Error>? {
      let (promise, resolver) = Promise<Int>.pending()
      settle(resolver)
      return promise.result
    }
    #expect(try! outcome { $0.resolve(.success(1)) }!.get() == 1)
    #expect(try! outcome { $0.resolve(1 as Int?, nil) }!.get() == 1)
    #expect(try! outcome { $0.resolve(1, nil as (any Error)?) }!.get() == 1)
    #expect(try! outcome { $0.resolve(nil as (any Error)?, 1) }!.get() == 1)
    #expect(throws: TestError.one) { try outcome { $0.resolve(.failure(TestError.one)) }!.get() }
    #expect(throws: TestError.one) { try outcome { $0.resolve(1 as Int?, TestError.one) }!.get() }
    #expect(throws: TestError.one) { try outcome { $0.resolve(TestError.one, nil) }!.get() }
    #expect(throws: PromiseError.self) { try outcome { $0.resolve(nil as Int?, nil) }!.get() }
    #expect(throws: PromiseError.self) { try outcome { $0.resolve(nil as (any Error)?, nil) }!.get() }
  }

  @Test func `the resolver of a Void promise accepts no value, or only an optional error`() {
    let (first, one) = Promise<Void>.pending()
    one.fulfill()
    #expect(first.isFulfilled)
    let (second, two) = Promise<Void>.pending()
    two.resolve(TestError.one)
    #expect(second.error as? TestError == .one)
    let (third, three) = Promise<Void>.pending()
    three.resolve(nil as (any Error)?)
    #expect(third.isFulfilled)
  }

  @Test func `an abandoned promise is rejected with its creation site`() {
    let line = #line + 1
    let promise = silently { Promise<Int> { _ in } }
    guard case .abandoned(let file, line)? = promise.error as? PromiseError else {
      Issue.record("\(String(describing: promise.result))")
      return
    }
    #expect(file.hasSuffix("CreationTests.swift"))
  }

  @Test func `firstly starts a chain`() async throws {
    #expect(try await firstly { Promise.value(1) }.map { $0 + 1 }.get() == 2)
    #expect(await firstly { Guarantee.value(1) }.map { $0 + 1 }.get() == 2)
    let failed = firstly { () throws -> Promise<Int> in throw TestError.one }
    await #expect(throws: TestError.one) { try await failed.get() }
  }

  @Test func `work on a queue returns a promise of its result`() async throws {
    let queue = DispatchQueue(label: "CreationTests")
    #expect(await queue.async(.promise) { 1 }.get() == 1)
    let failed = queue.async(.promise) { () throws -> Int in throw TestError.one }
    await #expect(throws: TestError.one) { try await failed.get() }
  }

  @Test func `work on a queue that is canceled before it starts does not run`() async throws {
    let queue = DispatchQueue(label: "CreationTests.suspended", attributes: .initiallyInactive)
    let log = Log<String>()
    let promise: Promise<Void> = queue.async(.promise) { () throws in log("ran") }
    promise.cancel()
    queue.activate()
    await queue.finished()
    #expect(log.entries == [])
    #expect(promise.error is CancellationError)
  }

  @Test(arguments: [0, -1, -.infinity, .nan, 1e-9, 0.001])
  func `after(seconds:) fires for zero, negative and short intervals`(_ seconds: Double) async {
    let timers = [after(seconds: seconds), after(.milliseconds(0)), after(Duration.nanoseconds(-5))]
    for timer in timers { await timer.get() }
    #expect(timers.allSatisfy { $0.isFulfilled })
  }

  @Test(arguments: [Double.infinity, 1e300])
  func `after(seconds:) with an unlimited interval never fires`(_ seconds: Double) async throws {
    let endless = after(seconds: seconds)
    let never = after(.never)
    let log = Log<String>()
    let handlers = [endless.done(on: nil) { log("endless") }, never.done(on: nil) { log("never") }]
    await after(.milliseconds(1)).get()
    #expect(handlers.allSatisfy { $0.isPending } && log.entries == [])
    handlers.forEach { $0.cancel() }
    // Canceling the handlers removed the timers without running the handlers.
    for handler in handlers { await handler.get() }
    #expect(endless.isFulfilled && never.isFulfilled && log.entries == [])
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
