import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `catch` and `recover` in their places, and what `OperatorTests` does not say of them.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct RecoverTests {
  let here = MarkedQueue()
  var failed: Promise<Int> { Promise(error: TestError.one) }

  @Test func onTheQueueThatIsAskedFor() async {
    let places = Log<Bool>()
    @Sendable func note<Value>(_ value: Value) -> Value {
      places(here.isCurrent)
      return value
    }
    let promises = [
      failed.catch(on: here.queue) { _ in note(()) }, failed.recover(on: here.queue) { _ in Promise.value(note(1)) },
      failed.recover(on: here.queue) { _ in note(Promise.value(1)) },
    ]
    let guarantee: Guarantee<Int> = failed.recover(on: here.queue) { _ in note(Guarantee.value(1)) }
    let nothing: Guarantee<Void> = failed.asVoid().recover(on: here.queue) { _ in Guarantee.value(note(())) }
    for promise in promises { _ = try? await promise.get() }
    _ = await guarantee.get()
    await nothing.get()
    #expect(places.entries == Array(repeating: true, count: 5))
  }

  @Test @MainActor func onTheMainActorIfWrittenThere() async {
    let log = MainActorLog<String>()
    @MainActor func note<Value>(_ name: String, _ value: Value) -> Value {
      log(name)
      return value
    }
    let (promise, resolver) = Promise<Void>.pending()
    let promises: [Promise<Void>] = withPromiseQueue(here.queue) {
      [promise.catch { _ in log("catch") }, promise.recover { _ in note("promise", Promise<Void>()) }]
    }
    let guarantees: [Guarantee<Void>] = withPromiseQueue(here.queue) {
      [promise.recover { _ in note("guarantee", Guarantee<Void>()) }]
    }
    await elsewhere { resolver.reject(TestError.one) }
    for promise in promises { _ = try? await promise.get() }
    for guarantee in guarantees { await guarantee.get() }
    #expect(log.entries == ["catch", "promise", "guarantee"])
  }

  @Test @MainActor func onTheMainActorAlsoWithAValue() async throws {
    let log = MainActorLog<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let value = withPromiseQueue(here.queue) {
      promise.recover { error -> Int in
        log("\(error)")
        return 1
      }
    }
    await elsewhere { resolver.reject(TestError.one) }
    #expect(try await value.get() == 1)
    #expect(log.entries == ["one"])
  }

  @Test func onAQueueThePolicyCountsToo() {
    let cancelled = Promise<Int>(error: CancellationError())
    #expect(cancelled.recover(on: nil) { _ in Promise.value(1) }.isCancelled)
    #expect(cancelled.recover(on: nil) { _ in Promise.value(1) }.isCancelled)
    #expect(cancelled.recover(on: nil, policy: .allErrors) { _ in Promise.value(1) }.value == 1)
    #expect(cancelled.recover(on: nil, policy: .allErrors) { _ in Promise.value(2) }.value == 2)
    #expect(cancelled.asVoid().recover(on: nil) { _ in Guarantee() }.isFulfilled)
  }

  @Test func thenMayFollowACatch() {
    let log = Log<String>()
    let chain = Promise.value(1).catch(on: nil) { log("\($0)") }.then(on: nil) { Promise.value($0 + 1) }
    #expect(chain.value == 2)
    let after = failed.catch(on: nil) { log("\($0)") }.then(on: nil) { Promise.value($0 + 1) }
    #expect(after.error as? TestError == .one && log.entries == ["one"])
  }

  @Test func anErrorThatWasRecoveredFromIsHandled() {
    let reported = reports {
      _ = failed.recover(on: nil) { _ in Promise.value(1) }
      _ = failed.recover(on: nil) { _ in Promise.value(1) }
      failed.recover(on: nil) { _ in Guarantee.value(1) }
    }
    #expect(reported == [])
  }

  @Test func whatRecoverReturnedIsFollowed() {
    let (inner, resolver) = Promise<Int>.pending()
    let outer = failed.recover(on: nil) { _ in inner }
    #expect(outer.isPending)
    resolver.reject(TestError.two)
    #expect(outer.error as? TestError == .two)
    let (cancelled, producer) = Promise<Int>.pending()
    failed.recover(on: nil) { _ in cancelled }.cancel()
    #expect(producer.isCancelled)
  }

  @Test func recoverThatReturnsItselfIsAnError() {
    let (start, resolver) = Promise<Int>.pending()
    let own = Log<Promise<Int>>()
    let promise = start.recover(on: nil) { _ in own.entries[0] }
    own(promise)
    resolver.reject(TestError.one)
    guard case .returnedSelf? = promise.error as? PromiseError else {
      Issue.record("\(String(describing: promise.result))")
      return
    }
  }
}
