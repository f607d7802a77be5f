import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `get`, `tap` and `asVoid`: looking at what goes by.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct GetAndTapTests {
  let log = Log<String>()

  /// A handler of `tap` that notes the outcome.
  private var noting: @Sendable (Result<Int, any Error>) -> Void {
    { outcome in
      switch outcome {
      case .success(let value): log("\(value)")
      case .failure(let error): log(error is CancellationError ? "cancelled" : "\(error)")
      }
    }
  }

  // MARK: get

  @Test func getLooksAtTheValueAndPassesItOn() async throws {
    #expect(try await Promise.value(1).get { log("\($0)") }.get() == 1)
    #expect(try await Promise.value(2).get(on: nil) { log("\($0)") }.get() == 2)
    #expect(log.entries == ["1", "2"])
  }

  @Test func getIsPassedByByErrors() async {
    let promise = Promise<Int>(error: TestError.one).get(on: nil) { log("\($0)") }
    await #expect(throws: TestError.one) { try await promise.get() }
    #expect(log.entries == [])
  }

  @Test func whatGetThrowsRejects() async {
    await #expect(throws: TestError.two) { try await Promise.value(1).get { _ in throw TestError.two }.get() }
    await #expect(throws: TestError.two) { try await Promise.value(1).get(on: nil) { _ in throw TestError.two }.get() }
  }

  @Test func getOnAGuaranteeStaysAGuarantee() async {
    let written: Guarantee<Int> = Guarantee.value(1).get { log("\($0)") }
    #expect(await written.get() == 1)
    let inline: Guarantee<Int> = written.get(on: nil) { log("inline \($0)") }
    #expect(inline.value == 1)
    #expect(log.entries == ["1", "inline 1"])
  }

  @Test func getOnAGuaranteeMayThrow() async {
    let promise: Promise<Int> = Guarantee.value(1).get { _ in throw TestError.two }
    await #expect(throws: TestError.two) { try await promise.get() }
  }

  // MARK: tap

  @Test func tapLooksAtEveryOutcomeAndPassesItOn() async {
    let outcomes = [Promise.value(1), Promise(error: TestError.one), Promise(error: CancellationError())]
    for promise in outcomes {
      let tapped = promise.tap(on: nil, noting)
      #expect(tapped.value == promise.value && tapped.error.map { "\($0)" } == promise.error.map { "\($0)" })
      #expect(!tapped.isPending)
    }
    #expect(log.entries == ["1", "one", "cancelled"])
  }

  @Test func tapIsToldWhenItsOwnPromiseIsCancelledAndOnlyOnce() {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map(on: nil) { $0 }
    let tapped = promise.tap(on: nil, noting)
    tapped.cancel()
    #expect(log.entries == ["cancelled"])
    resolver.fulfill(1)
    #expect(log.entries == ["cancelled"] && tapped.isCancelled && other.value == 1)
  }

  @Test func anErrorThatTapHasSeenIsStillNobodys() {
    let reported = reports { _ = Promise<Int>(error: TestError.one).tap(on: nil) { _ in } }
    #expect(reported.count == 1)
    let handled = reports { Promise<Int>(error: TestError.one).tap(on: nil) { _ in }.catch(on: nil) { _ in } }
    #expect(handled == [])
  }

  // MARK: asVoid

  @Test func asVoidForgetsTheValueAndKeepsTheError() async throws {
    let promise: Promise<Void> = Promise.value(1).asVoid()
    try await promise.get()
    await #expect(throws: TestError.one) { try await Promise<Int>(error: TestError.one).asVoid().get() }
    let guarantee: Guarantee<Void> = Guarantee.value(1).asVoid()
    await guarantee.get()
  }

  @Test func cancellingWhatAsVoidMadeCancelsThePromise() {
    let (promise, resolver) = Promise<Int>.pending()
    promise.asVoid().cancel()
    #expect(promise.isCancelled && resolver.isCancelled)
  }

  // MARK: Where they run

  @Test @MainActor func onTheMainActorIfWrittenThere() async throws {
    let log = MainActorLog<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let promises: [Promise<Int>] = withPromiseQueue(MarkedQueue().queue) {
      [promise.get { log("get \($0)") }, promise.tap { log("tap \($0.isSuccess)") }]
    }
    let guarantees: [Guarantee<Int>] = withPromiseQueue(MarkedQueue().queue) {
      [guarantee.get { log("get \($0)") }]
    }
    await elsewhere { resolver.fulfill(1) }
    for promise in promises { _ = try await promise.get() }
    await elsewhere { seal(2) }
    for guarantee in guarantees { _ = await guarantee.get() }
    #expect(log.entries == ["get 1", "tap true", "get 2"])
  }

  @Test func onTheQueueThatIsAskedFor() async throws {
    let here = MarkedQueue()
    let places = Log<Bool>()
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let promises = [
      promise.get(on: here.queue) { _ in places(here.isCurrent) },
      promise.tap(on: here.queue) { _ in places(here.isCurrent) },
    ]
    let guarantees = [
      guarantee.get(on: here.queue) { _ in places(here.isCurrent) }
    ]
    await elsewhere {
      resolver.fulfill(1)
      seal(1)
    }
    for promise in promises { _ = try await promise.get() }
    for guarantee in guarantees { _ = await guarantee.get() }
    #expect(places.entries == [true, true, true])
  }
}

extension Result {
  fileprivate var isSuccess: Bool { (try? get()) != nil }
}
