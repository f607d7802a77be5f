import Dispatch
import PromiseConcurrency
@_spi(GooglePromises) import GooglePromisesVocabulary
import PromiseTesting
import TestSupport
import Testing

/// `Promise { value }`, `Promise { promise }` and `Promise { fulfill, reject in … }`, whose closures are enqueued.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, abandoned: .ignore)) struct PromiseWorkTests {
  @Test(arguments: cases(of: Cases.self)) func `a promise runs its work later, on the executor of the work`(
    _ test: Case
  ) async throws { try await test.body() }
}

private enum Cases: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    let lists: [[Case]] = [
      (PromiseWorkForm.allCases).map { argument in
        Case("the work runs once, later, on its queue: \(argument)") {
          try await Code().runsLater(argument)
        }
      },
      (PromiseWorkForm.allCases).map { argument in
        Case("an error thrown by the work rejects: \(argument)") {
          await Code().throwing(argument)
        }
      },
      (PromiseWorkForm.allCases).map { argument in
        Case("the work of a canceled promise does not run: \(argument)") {
          await Code().canceledBeforeRunning(argument)
        }
      },
      (PromiseWorkForm.allCases).map { argument in
        Case("the work upstream of a canceled chain does not run: \(argument)") {
          await Code().canceledChain(argument)
        }
      },
      (PromiseWorkForm.allCases).map { argument in
        Case("the work is released after it has run: \(argument)") {
          try await Code().releases(argument)
        }
      },
      (PromiseWorkForm.allCases).map { argument in
        Case("the work runs even if the promise is released: \(argument)") {
          await Code().unreferenced(argument)
        }
      },
      [Case("the work runs inline with on: nil") { Code().runsInline() }],
      [Case("the closure selects the form") { try await Code().overloads() }],
      [Case("work written in nonisolated code runs on the default queue") { try await Code().onTheDefaultQueue() }],
      [Case("work written on the main actor runs there") { try await Code().onTheMainActor() }],
      [
        Case("work on the main actor does not run if it is canceled first") {
          try await Code().canceledOnTheMainActor()
        }
      ],
      [Case("the promise adopts the returned promise") { Code().adopts() }],
      [Case("canceling the promise cancels the returned promise") { Code().cancelsTheReturnedPromise() }],
      [Case("a promise that returns itself is rejected") { try await Code().returnsItself() }],
      [Case("only the first call of fulfill or reject counts") { Code().firstCall() }],
      [Case("fulfill may be called later, on any thread") { try await Code().callsBackLater() }],
      [Case("a promise with released callbacks is abandoned and names its creation site") { Code().abandoned() }],
      [Case("retaining one of the two callbacks keeps the promise pending") { Code().retainsReject() }],
      [Case("a call after cancellation has no effect") { Code().calledAfterCancellation() }],
    ]
    return lists.flatMap { $0 }
  }
}

@available(*, deprecated)
private struct Code {
  let log = Log<String>()

  // MARK: All forms

  func runsLater(_ form: PromiseWorkForm) async throws {
    let here = MarkedQueue(isActive: false)
    let promise = form.promise(on: here) { log("ran here: \(here.isCurrent)") }
    #expect(promise.isPending && log.entries == [])
    here.queue.activate()
    #expect(try await promise.get() == 1)
    #expect(log.entries == ["ran here: true"])
  }

  func throwing(_ form: PromiseWorkForm) async {
    let promise = form.promise(on: MarkedQueue(), failing: true) {}
    await #expect(throws: TestError.one) { try await promise.get() }
  }

  func canceledBeforeRunning(_ form: PromiseWorkForm) async {
    let here = MarkedQueue(isActive: false)
    let promise = form.promise(on: here) { log("ran") }
    promise.cancel()
    here.queue.activate()
    _ = await here.queue.async(.promise) {}.getResult()
    #expect(promise.error is CancellationError && log.entries == [])
  }

  func canceledChain(_ form: PromiseWorkForm) async {
    let here = MarkedQueue(isActive: false)
    form.promise(on: here) { log("ran") }.map(on: nil) { $0 }.cancel()
    here.queue.activate()
    _ = await here.queue.async(.promise) {}.getResult()
    #expect(log.entries == [])
  }

  func releases(_ form: PromiseWorkForm) async throws {
    let lifetime = Lifetime()
    let here = MarkedQueue()
    func start() -> Promise<Int> {
      let object = lifetime.object()
      return form.promise(on: here) { object.touch() }
    }
    let promise = start()
    #expect(try await promise.get() == 1)
    // The work item has released the object when the next one runs.
    #expect(await here.queue.async(.promise) { lifetime.alive }.get() == 0)
  }

  func unreferenced(_ form: PromiseWorkForm) async {
    let here = MarkedQueue(isActive: false)
    _ = form.promise(on: here) { log("ran") }
    here.queue.activate()
    _ = await here.queue.async(.promise) {}.getResult()
    #expect(log.entries == ["ran"])
  }

  func runsInline() {
    #expect(Promise(on: nil) { 1 }.value == 1)
    #expect(Promise<Int>(on: nil) { Promise.value(2) }.value == 2)
    #expect(Promise<Int>(on: nil) { fulfill, _ in fulfill(3) }.value == 3)
  }

  func overloads() async throws {
    let value: Promise<Int> = Promise { 1 }
    let promise: Promise<Int> = Promise { Promise.value(2) }
    let callback = Promise<Int> { fulfill, _ in fulfill(3) }
    let values = try await when(fulfilled: [value, promise, callback]).get()
    #expect(values == [1, 2, 3])
  }

  func onTheDefaultQueue() async throws {
    let here = MarkedQueue()
    let promises: [Promise<Bool>] = withPromiseQueue(here.queue) {
      [
        Promise { here.isCurrent }, Promise { Promise.value(here.isCurrent) },
        Promise { fulfill, _ in fulfill(here.isCurrent) },
      ]
    }
    #expect(try await when(fulfilled: promises).get() == [true, true, true])
  }

  @MainActor func onTheMainActor() async throws {
    let log = MainActorLog<String>()
    let promises = withPromiseQueue(MarkedQueue().queue) {
      let value = Promise {
        log("value")
        return 1
      }
      let promise: Promise<Int> = Promise { () -> Promise<Int> in
        log("promise")
        return .value(1)
      }
      let callback = Promise<Int> { fulfill, _ in
        log("callback")
        fulfill(1)
      }
      return [value, promise, callback]
    }
    #expect(log.entries == [])
    #expect(try await when(fulfilled: promises).get() == [1, 1, 1])
    #expect(log.entries == ["value", "promise", "callback"])
  }

  @MainActor func canceledOnTheMainActor() async throws {
    let log = MainActorLog<String>()
    let promise = Promise {
      log("ran")
      return 1
    }
    promise.cancel()
    // This runs after the work on the main queue.
    await Guarantee<Void>().done {}.get()
    #expect(promise.isCancelled && log.entries == [])
  }

  // MARK: Returning a promise

  func adopts() {
    let (inner, resolver) = pendingPair(of: Int.self)
    let outer = Promise<Int>(on: nil) { inner }
    #expect(outer.isPending)
    resolver.reject(TestError.two)
    #expect(outer.error as? TestError == .two)
  }

  func cancelsTheReturnedPromise() {
    let (inner, resolver) = pendingPair(of: Int.self)
    let outer = Promise<Int>(on: nil) { inner }
    outer.cancel()
    #expect(inner.isCancelled && resolver.isCancelled && outer.isCancelled)
  }

  func returnsItself() async throws {
    let here = MarkedQueue(isActive: false)
    let own = Log<Promise<Int>>()
    let promise: Promise<Int> = Promise(on: here.queue) { own.entries[0] }
    own(promise)
    here.queue.activate()
    _ = await here.queue.async(.promise) {}.getResult()
    guard case .returnedSelf? = promise.error as? PromiseError else {
      Issue.record("\(String(describing: promise.result))")
      return
    }
  }

  // MARK: Calling back

  func firstCall() {
    let fulfilled = Promise<Int>(on: nil) { fulfill, reject in
      fulfill(1)
      reject(TestError.one)
      fulfill(2)
    }
    let rejected = Promise<Int>(on: nil) { fulfill, reject in
      reject(TestError.one)
      fulfill(1)
      throw TestError.two
    }
    #expect(fulfilled.value == 1 && rejected.error as? TestError == .one)
  }

  func callsBackLater() async throws {
    let callbacks = Log<@Sendable (Int) -> Void>()
    let promise = Promise<Int>(on: nil) { fulfill, _ in callbacks(fulfill) }
    #expect(promise.isPending)
    _ = await MarkedQueue().queue.async(.promise) { callbacks.entries[0](1) }.get()
    #expect(promise.value == 1)
  }

  func abandoned() {
    var promise: Promise<Int>?
    let line = #line + 1
    let reported = reports { promise = Promise<Int>(on: nil) { _, _ in } }
    guard case .abandoned(let file, line)? = promise?.error as? PromiseError else {
      Issue.record("\(String(describing: promise?.result))")
      return
    }
    #expect(file.hasSuffix("PromiseWorkTests.swift"))
    #expect(reported.count == 1 && reported[0].contains("PromiseWorkTests.swift:\(line): abandoned promise"))
  }

  func retainsReject() {
    let held = Log<@Sendable (any Error) -> Void>()
    let promise = Promise<Int>(on: nil) { _, reject in held(reject) }
    #expect(promise.isPending)
    held.entries[0](TestError.one)
    #expect(promise.error as? TestError == .one)
  }

  func calledAfterCancellation() {
    let callbacks = Log<@Sendable (Int) -> Void>()
    let promise = Promise<Int>(on: nil) { fulfill, _ in callbacks(fulfill) }
    promise.cancel()
    callbacks.entries[0](1)
    #expect(promise.error is CancellationError)
  }
}
