import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `ensure` and `ensureThen`: what runs whatever happened.
@Suite(.promises(timeLimit: .seconds(280)), .timeLimit(.minutes(5))) struct EnsureTests {
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

  // MARK: Whatever happened

  @Test(arguments: Form.allCases) func afterAValueWhichIsPassedOn(_ form: Form) {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let end = form.attach(to: promise) { log("ran") }
    #expect(log.entries == [])
    resolver.fulfill(1)
    #expect(end.value == 1 && log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases) func afterAnErrorWhichIsPassedOn(_ form: Form) {
    let log = Log<String>()
    let end = form.attach(to: Promise(error: TestError.one)) { log("ran") }
    #expect(end.error as? TestError == .one && log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases) func afterACancellationUpstream(_ form: Form) {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let end = form.attach(to: promise.map(on: nil) { $0 }) { log("ran") }
    promise.cancel()
    #expect(resolver.isCancelled && end.error is CancellationError && log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases) func whenItsOwnPromiseIsCancelled(_ form: Form) {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let end = form.attach(to: promise) { log("ran") }
    end.cancel()
    #expect(resolver.isCancelled && promise.isCancelled && end.isCancelled && log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases) func onceAlsoIfThePromiseGoesOnForOthers(_ form: Form) {
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

  @Test(arguments: Form.allCases) func onceAlsoIfItIsCancelledWhileThePromiseSettles(_ form: Form) {
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

  @Test(arguments: Form.allCases) func afterItsResolverWasReleased(_ form: Form) {
    let log = Log<String>()
    let end = silently { form.attach(to: Promise<Int>.pending().promise) { log("ran") } }
    guard case .abandoned? = end.error as? PromiseError else {
      Issue.record("\(String(describing: end.result))")
      return
    }
    #expect(log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases) func onAGuaranteeItStaysAGuarantee(_ form: Form) {
    let log = Log<String>()
    let (guarantee, seal) = Guarantee<Int>.pending()
    let end: Guarantee<Int> = form.attach(to: guarantee) { log("ran") }
    #expect(log.entries == [])
    seal(1)
    #expect(end.value == 1 && log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases) func onAGuaranteeThatIsAskedToHurry(_ form: Form) {
    let log = Log<String>()
    let end = form.attach(to: after(seconds: 3600).map(on: nil) { 1 }) { log("ran") }
    end.cancel()
    #expect(end.value == 1 && log.entries == ["ran"])
  }

  @Test(arguments: Form.allCases) func anErrorIsNotHandledByIt(_ form: Form) {
    let unhandled = reports { _ = form.attach(to: Promise(error: TestError.one)) {} }
    #expect(unhandled.count == 1)
    let handled = reports { _ = form.attach(to: Promise(error: TestError.one).catch(on: nil) { _ in }) {} }
    #expect(handled == [])
  }

  @Test(arguments: Form.allCases) func itsHandlerIsReleased(_ form: Form) {
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

  // MARK: ensureThen

  @Test func ensureThenWaitsForWhatItReturns() async throws {
    for promise in [Promise.value(1), Promise(error: TestError.one)] {
      let (guarantee, seal) = Guarantee<Void>.pending()
      let end = promise.ensureThen(on: nil) { guarantee }
      #expect(end.isPending)
      seal(())
      #expect(end.value == promise.value && end.error as? TestError == promise.error as? TestError)
    }
    let (guarantee, seal) = Guarantee<Void>.pending()
    let end: Guarantee<Int> = Guarantee.value(1).ensureThen(on: nil) { guarantee }
    #expect(end.isPending)
    seal(())
    #expect(end.value == 1)
  }

  @Test func ensureThenKeepsWhatItReturns() {
    // Nobody else holds the timer, and one that goes is not waited for.
    let made = Log<@Sendable () -> Bool>()
    let end = Promise.value(1).ensureThen(on: nil) {
      let timer = after(seconds: 3600)
      made { [weak timer] in timer != nil }
      return timer
    }
    #expect(end.isPending && made.entries[0]())
    end.cancel()
    #expect(end.isCancelled && !made.entries[0]())
  }

  @Test func whatEnsureThenReturnsIsReleasedWhenItIsFulfilled() {
    let (guarantee, seal) = Guarantee<Void>.pending()
    let made = Log<@Sendable () -> Bool>()
    let end = Promise.value(1).ensureThen(on: nil) {
      let mine = guarantee.map(on: nil) {}
      made { [weak mine] in mine != nil }
      return mine
    }
    #expect(end.isPending && made.entries[0]())
    seal(())
    #expect(end.value == 1 && !made.entries[0]())
  }

  @Test func whatEnsureThenReturnsIsNotCancelledWithTheChain() {
    let log = Log<String>()
    let (guarantee, seal) = Guarantee<Void>.pending()
    let closing = guarantee.done(on: nil) { log("closed") }
    let end = Promise.value(1).ensureThen(on: nil) {
      log("closing")
      return closing
    }
    end.cancel()
    #expect(end.isCancelled && closing.isPending)
    seal(())
    #expect(log.entries == ["closing", "closed"])
  }

  @Test func whatEnsureThenReturnsOnceItIsCancelledGoesOn() {
    let log = Log<String>()
    let (guarantee, seal) = Guarantee<Void>.pending()
    let (promise, resolver) = Promise<Int>.pending()
    let end = promise.ensureThen(on: nil) { guarantee.done(on: nil) { log("closed") } }
    end.cancel()
    #expect(resolver.isCancelled && log.entries == [])
    seal(())
    #expect(log.entries == ["closed"])
  }

  @Test func ensureThenDoesNotWaitForWhatWasAbandoned() {
    let end = silently { Promise.value(1).ensureThen(on: nil) { Guarantee<Void>.pending().guarantee } }
    #expect(end.value == 1)
  }

  // MARK: Where they run

  @Test @MainActor func onTheMainActorIfWrittenThere() async throws {
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

  @Test @MainActor func onTheMainActorAlsoIfItIsCancelled() async throws {
    let log = MainActorLog<String>()
    let (promise, resolver) = Promise<Int>.pending()
    withPromiseQueue(MarkedQueue().queue) { promise.ensure { log("ensure") } }.cancel()
    #expect(resolver.isCancelled && log.entries == [])
    // Behind it in the main queue.
    await Guarantee.value(1).done(on: .main) { _ in }.get()
    #expect(log.entries == ["ensure"])
  }

  @Test func onTheQueueThatIsAskedFor() async throws {
    let here = MarkedQueue()
    let places = Log<Bool>()
    let note: @Sendable () -> Void = { places(here.isCurrent) }
    let noteForSure: @Sendable () -> Guarantee<Void> = {
      note()
      return Guarantee()
    }
    let queue = here.queue
    let (promise, guarantee) = (Promise.value(1), Guarantee.value(1))
    let promises = [
      promise.ensure(on: queue, note),
      promise.ensureThen(on: queue, noteForSure),
    ]
    let guarantees = [
      guarantee.ensure(on: queue, note),
      guarantee.ensureThen(on: queue, noteForSure),
    ]
    for promise in promises { _ = try await promise.get() }
    for guarantee in guarantees { _ = await guarantee.get() }
    #expect(places.entries == Array(repeating: true, count: 4))
  }
}
