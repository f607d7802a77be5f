// Also tests: Witness.

import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `ensure` and `ensureThen`: handlers that run for every outcome.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct EnsureTests {
  enum Form: CaseIterable {
    case ensure, ensureThen

    func attach(to promise: Promise<Int>, _ body: @escaping @Sendable () -> Void) -> Promise<Int> {
      switch self {
      case .ensure: promise.ensure(on: nil, body)
      case .ensureThen:
        promise.ensureThen(on: nil) {
          body()
          return Guarantee()
        }
      }
    }

    func attach(to guarantee: Guarantee<Int>, _ body: @escaping @Sendable () -> Void) -> Guarantee<Int> {
      switch self {
      case .ensure: guarantee.ensure(on: nil, body)
      case .ensureThen:
        guarantee.ensureThen(on: nil) {
          body()
          return Guarantee()
        }
      }
    }
  }

  // MARK: Every outcome

  @Test(arguments: Form.allCases)
  func `the handler runs after the promise is fulfilled and passes the value on`(_ form: Form) {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let end = form.attach(to: promise) { log("ran") }
    #expect(log.entries == [])
    resolver.fulfill(1)
    #expect(end.value == 1 && log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases)
  func `the handler runs after the promise is rejected and passes the error on`(_ form: Form) {
    let log = Log<String>()
    let end = form.attach(to: Promise(error: TestError.one)) { log("ran") }
    #expect(end.error as? TestError == .one && log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases) func `the handler runs when an upstream promise is canceled`(_ form: Form) {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let end = form.attach(to: promise.map(on: nil) { $0 }) { log("ran") }
    promise.cancel()
    #expect(resolver.isCancelled && end.error is CancellationError && log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases) func `the handler runs when its own promise is canceled`(_ form: Form) {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let end = form.attach(to: promise) { log("ran") }
    end.cancel()
    #expect(resolver.isCancelled && promise.isCancelled && end.isCancelled && log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases)
  func `the handler runs once if its own promise is canceled and its upstream promise settles later`(_ form: Form) {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map(on: nil) { $0 }
    let end = form.attach(to: promise) { log("ran") }
    end.cancel()
    #expect(promise.isPending && log.entries == ["ran"])
    resolver.fulfill(1)
    end.cancel()
    #expect(other.value == 1 && log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases)
  func `the handler runs once if its own promise is canceled while its upstream promise settles`(_ form: Form) {
    for _ in 0..<200 {
      let log = Log<String>()
      let (promise, resolver) = Promise<Int>.pending()
      let end = form.attach(to: promise) { log("ran") }
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { resolver.fulfill(1) } else { end.cancel() }
      }
      #expect(log.entries == ["ran"])
    }
  }

  @Test(arguments: Form.allCases) func `the handler runs when the promise is abandoned`(_ form: Form) {
    let log = Log<String>()
    let end = silently { form.attach(to: Promise<Int>.pending().promise) { log("ran") } }
    guard case .abandoned? = end.error as? PromiseError else {
      Issue.record("\(String(describing: end.result))")
      return
    }
    #expect(log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases) func `on a guarantee, the derived promise is a guarantee`(_ form: Form) {
    let log = Log<String>()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let end: Guarantee<Int> = form.attach(to: guarantee) { log("ran") }
    #expect(log.entries == [])
    seal(1)
    #expect(end.value == 1 && log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases) func `the handler runs when a guarantee is canceled`(_ form: Form) {
    let log = Log<String>()
    let end = form.attach(to: after(seconds: 3600).map(on: nil) { 1 }) { log("ran") }
    end.cancel()
    #expect(end.value == 1 && log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases) func `the handler does not count as handling an error`(_ form: Form) {
    let unhandled = reports { _ = form.attach(to: Promise(error: TestError.one)) {} }
    #expect(unhandled.count == 1)
    let handled = reports { _ = form.attach(to: Promise(error: TestError.one).catch(on: nil) { _ in }) {} }
    #expect(handled == [])
  }

  @Test(arguments: Form.allCases) func `the handler is released after it has run`(_ form: Form) {
    let lifetime = Lifetime()
    func attach(to promise: Promise<Int>) -> Promise<Int> {
      let object = lifetime.object()
      return form.attach(to: promise) { object.touch() }
    }
    let (promise, resolver) = Promise<Int>.pending()
    let end = attach(to: promise)
    #expect(lifetime.alive == 1)
    resolver.fulfill(1)
    #expect(lifetime.alive == 0 && end.value == 1)
  }

  // MARK: Executors

  @Test @MainActor func `handlers in main-actor code run on the main actor`() async throws {
    let log = MainActorLog<String>()
    @MainActor func note(_ name: String) -> Guarantee<Void> {
      log(name)
      return Guarantee()
    }
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let promises: [Promise<Int>] = withPromiseQueue(MarkedQueue().queue) {
      [
        promise.ensure { log("ensure") },
        promise.ensureThen { note("ensureThen") },
      ]
    }
    let guarantees: [Guarantee<Int>] = withPromiseQueue(MarkedQueue().queue) {
      [
        guarantee.ensure { log("ensure") },
        guarantee.ensureThen { note("ensureThen") },
      ]
    }
    await elsewhere { resolver.fulfill(1) }
    for promise in promises { #expect(try await promise.get() == 1) }
    await elsewhere { seal(1) }
    for guarantee in guarantees { #expect(await guarantee.get() == 1) }
    let once = ["ensure", "ensureThen"]
    #expect(log.entries == once + once)
  }

  @Test @MainActor func `a handler in main-actor code runs on the main actor after cancellation`() async throws {
    let log = MainActorLog<String>()
    let (promise, resolver) = Promise<Int>.pending()
    withPromiseQueue(MarkedQueue().queue) { promise.ensure { log("ensure") } }.cancel()
    #expect(resolver.isCancelled && log.entries == [])
    // This handler runs after the one enqueued on the main queue before it.
    await Guarantee.value(1).done(on: .main) { _ in }.get()
    #expect(log.entries == ["ensure"])
  }

  @Test func `handlers run on the queue passed as on:`() async throws {
    let here = MarkedQueue()
    let results = Log<Bool>()
    let note: @Sendable () -> Void = { results(here.isCurrent) }
    let noteAsync: @Sendable () -> Guarantee<Void> = {
      note()
      return Guarantee()
    }
    let queue = here.queue
    let (promise, guarantee) = (Promise.value(1), Guarantee.value(1))
    let promises = [
      promise.ensure(on: queue, note),
      promise.ensureThen(on: queue, noteAsync),
    ]
    let guarantees = [
      guarantee.ensure(on: queue, note),
      guarantee.ensureThen(on: queue, noteAsync),
    ]
    for promise in promises { _ = try await promise.get() }
    for guarantee in guarantees { _ = await guarantee.get() }
    #expect(results.entries == Array(repeating: true, count: 4))
  }

  @Test func `ensure runs after a value, an error, and a cancellation`() async throws {
    let log = Log<String>()
    #expect(try await Promise.value(1).ensure { log("value") }.ensure { log("value again") }.get() == 1)
    await #expect(throws: TestError.one) { try await Promise<Int>(error: TestError.one).ensure { log("error") }.get() }
    let canceled = Promise<Int>(error: CancellationError())
    await #expect(throws: CancellationError.self) { try await canceled.ensure { log("canceled") }.get() }
    #expect(log.entries == ["value", "value again", "error", "canceled"])
  }
}
