import Dispatch
import PromiseConcurrency
@_spi(GooglePromises) import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// `Promise { value }`, `Promise { promise }` and `Promise { fulfill, reject in … }`: work that is done later, in its
/// place.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct PromiseWorkTests {
  @Test(arguments: cases(of: PromiseWorkTestsList.self)) func code(_ test: Case) async throws { try await test.body() }
}

private enum PromiseWorkTestsList: MigratingCode {
  @available(*, deprecated, message: "as are the names it uses")
  static var cases: [Case] {
    let lists: [[Case]] = [
      (PromiseWorkForm.allCases).map { argument in
        Case("theWorkIsDoneLaterOnItsQueueOnce(\(argument))") {
          try await PromiseWorkTestsCode().theWorkIsDoneLaterOnItsQueueOnce(argument)
        }
      },
      (PromiseWorkForm.allCases).map { argument in
        Case("whatTheWorkThrowsRejects(\(argument))") {
          await PromiseWorkTestsCode().whatTheWorkThrowsRejects(argument)
        }
      },
      (PromiseWorkForm.allCases).map { argument in
        Case("workOfACancelledPromiseIsLeftOut(\(argument))") {
          await PromiseWorkTestsCode().workOfACancelledPromiseIsLeftOut(argument)
        }
      },
      (PromiseWorkForm.allCases).map { argument in
        Case("workBehindACancelledChainIsLeftOut(\(argument))") {
          await PromiseWorkTestsCode().workBehindACancelledChainIsLeftOut(argument)
        }
      },
      (PromiseWorkForm.allCases).map { argument in
        Case("whatTheWorkHeldIsReleased(\(argument))") {
          try await PromiseWorkTestsCode().whatTheWorkHeldIsReleased(argument)
        }
      },
      (PromiseWorkForm.allCases).map { argument in
        Case("nobodyNeedKeepThePromise(\(argument))") {
          await PromiseWorkTestsCode().nobodyNeedKeepThePromise(argument)
        }
      },
      [Case("onNilItIsDoneAtOnce") { PromiseWorkTestsCode().onNilItIsDoneAtOnce() }],
      [
        Case("whatTheClosureReturnsSaysWhichFormItIs") {
          try await PromiseWorkTestsCode().whatTheClosureReturnsSaysWhichFormItIs()
        }
      ],
      [
        Case("onThePromisesQueueIfWrittenInCodeIsolatedToNothing") {
          try await PromiseWorkTestsCode().onThePromisesQueueIfWrittenInCodeIsolatedToNothing()
        }
      ],
      [Case("onTheMainActorIfWrittenThere") { try await PromiseWorkTestsCode().onTheMainActorIfWrittenThere() }],
      [
        Case("cancelledOnTheMainActorBeforeItBegins") {
          try await PromiseWorkTestsCode().cancelledOnTheMainActorBeforeItBegins()
        }
      ],
      [Case("itSettlesAsWhatIsReturned") { PromiseWorkTestsCode().itSettlesAsWhatIsReturned() }],
      [Case("cancellingItCancelsWhatWasReturned") { PromiseWorkTestsCode().cancellingItCancelsWhatWasReturned() }],
      [Case("returningItselfIsAnError") { try await PromiseWorkTestsCode().returningItselfIsAnError() }],
      [Case("theFirstCallCounts") { PromiseWorkTestsCode().theFirstCallCounts() }],
      [Case("itMayCallBackLaterFromAnywhere") { try await PromiseWorkTestsCode().itMayCallBackLaterFromAnywhere() }],
      [
        Case("releasedUncalledItIsAbandonedWithThePlaceWhereItWasMade") {
          PromiseWorkTestsCode().releasedUncalledItIsAbandonedWithThePlaceWhereItWasMade()
        }
      ],
      [
        Case("oneOfTheTwoThatIsHeldKeepsItFromBeingAbandoned") {
          PromiseWorkTestsCode().oneOfTheTwoThatIsHeldKeepsItFromBeingAbandoned()
        }
      ],
      [
        Case("callingBackAfterItWasCancelledDoesNothing") {
          PromiseWorkTestsCode().callingBackAfterItWasCancelledDoesNothing()
        }
      ],
    ]
    return lists.flatMap { $0 }
  }
}

@available(*, deprecated)
private struct PromiseWorkTestsCode {
  let log = Log<String>()

  // MARK: All forms

  func theWorkIsDoneLaterOnItsQueueOnce(_ form: PromiseWorkForm) async throws {
    let here = MarkedQueue(isActive: false)
    let promise = form.promise(on: here) { log("ran here: \(here.isCurrent)") }
    #expect(promise.isPending && log.entries == [])
    here.queue.activate()
    #expect(try await promise.get() == 1)
    #expect(log.entries == ["ran here: true"])
  }

  func whatTheWorkThrowsRejects(_ form: PromiseWorkForm) async {
    let promise = form.promise(on: MarkedQueue(), failing: true) {}
    await #expect(throws: TestError.one) { try await promise.get() }
  }

  func workOfACancelledPromiseIsLeftOut(_ form: PromiseWorkForm) async {
    let here = MarkedQueue(isActive: false)
    let promise = form.promise(on: here) { log("ran") }
    promise.cancel()
    here.queue.activate()
    _ = await here.queue.async(.promise) {}.getResult()
    #expect(promise.error is CancellationError && log.entries == [])
  }

  func workBehindACancelledChainIsLeftOut(_ form: PromiseWorkForm) async {
    let here = MarkedQueue(isActive: false)
    form.promise(on: here) { log("ran") }.map(on: nil) { $0 }.cancel()
    here.queue.activate()
    _ = await here.queue.async(.promise) {}.getResult()
    #expect(log.entries == [])
  }

  func whatTheWorkHeldIsReleased(_ form: PromiseWorkForm) async throws {
    let lifetime = Lifetime()
    let here = MarkedQueue()
    func start() -> Promise<Int> {
      let object = lifetime.object()
      return form.promise(on: here) { object.touch() }
    }
    let promise = start()
    #expect(try await promise.get() == 1)
    // The work item has let go of it when the next one runs.
    #expect(await here.queue.async(.promise) { lifetime.alive }.get() == 0)
  }

  func nobodyNeedKeepThePromise(_ form: PromiseWorkForm) async {
    let here = MarkedQueue(isActive: false)
    _ = form.promise(on: here) { log("ran") }
    here.queue.activate()
    _ = await here.queue.async(.promise) {}.getResult()
    #expect(log.entries == ["ran"])
  }

  func onNilItIsDoneAtOnce() {
    #expect(Promise(on: nil) { 1 }.value == 1)
    #expect(Promise<Int>(on: nil) { Promise.value(2) }.value == 2)
    #expect(Promise<Int>(on: nil) { fulfill, _ in fulfill(3) }.value == 3)
  }

  func whatTheClosureReturnsSaysWhichFormItIs() async throws {
    let value: Promise<Int> = Promise { 1 }
    let promise: Promise<Int> = Promise { Promise.value(2) }
    let callback = Promise<Int> { fulfill, _ in fulfill(3) }
    let values = try await when(fulfilled: [value, promise, callback]).get()
    #expect(values == [1, 2, 3])
  }

  func onThePromisesQueueIfWrittenInCodeIsolatedToNothing() async throws {
    let here = MarkedQueue()
    let promises: [Promise<Bool>] = withPromiseQueue(here.queue) {
      [
        Promise { here.isCurrent }, Promise { Promise.value(here.isCurrent) },
        Promise { fulfill, _ in fulfill(here.isCurrent) },
      ]
    }
    #expect(try await when(fulfilled: promises).get() == [true, true, true])
  }

  @MainActor func onTheMainActorIfWrittenThere() async throws {
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

  @MainActor func cancelledOnTheMainActorBeforeItBegins() async throws {
    let log = MainActorLog<String>()
    let promise = Promise {
      log("ran")
      return 1
    }
    promise.cancel()
    // Behind it in the main queue.
    await Guarantee<Void>().done {}.get()
    #expect(promise.isCancelled && log.entries == [])
  }

  // MARK: Returning a promise

  func itSettlesAsWhatIsReturned() {
    let (inner, resolver) = pendingPair(of: Int.self)
    let outer = Promise<Int>(on: nil) { inner }
    #expect(outer.isPending)
    resolver.reject(TestError.two)
    #expect(outer.error as? TestError == .two)
  }

  func cancellingItCancelsWhatWasReturned() {
    let (inner, resolver) = pendingPair(of: Int.self)
    let outer = Promise<Int>(on: nil) { inner }
    outer.cancel()
    #expect(inner.isCancelled && resolver.isCancelled && outer.isCancelled)
  }

  func returningItselfIsAnError() async throws {
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

  func theFirstCallCounts() {
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

  func itMayCallBackLaterFromAnywhere() async throws {
    let callbacks = Log<@Sendable (Int) -> Void>()
    let promise = Promise<Int>(on: nil) { fulfill, _ in callbacks(fulfill) }
    #expect(promise.isPending)
    _ = await MarkedQueue().queue.async(.promise) { callbacks.entries[0](1) }.get()
    #expect(promise.value == 1)
  }

  func releasedUncalledItIsAbandonedWithThePlaceWhereItWasMade() {
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

  func oneOfTheTwoThatIsHeldKeepsItFromBeingAbandoned() {
    let held = Log<@Sendable (any Error) -> Void>()
    let promise = Promise<Int>(on: nil) { _, reject in held(reject) }
    #expect(promise.isPending)
    held.entries[0](TestError.one)
    #expect(promise.error as? TestError == .one)
  }

  func callingBackAfterItWasCancelledDoesNothing() {
    let callbacks = Log<@Sendable (Int) -> Void>()
    let promise = Promise<Int>(on: nil) { fulfill, _ in callbacks(fulfill) }
    promise.cancel()
    callbacks.entries[0](1)
    #expect(promise.error is CancellationError)
  }
}
