import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Nothing is kept longer than it is needed.
@Suite(.promises(timeLimit: .seconds(280))) struct LifetimeTests {
  let lifetime = Lifetime()

  @Test func handlersAreReleasedWhenTheyHaveRun() {
    let (promise, resolver) = Promise<Int>.pending()
    do {
      let object = lifetime.object()
      promise.done(on: nil) { _ in object.touch() }.catch(on: nil) { _ in object.touch() }.ensure(on: nil) {
        object.touch()
      }
    }
    #expect(lifetime.alive == 1)
    resolver.fulfill(1)
    #expect(lifetime.alive == 0)
  }

  @Test func handlersThatAreNotCalledAreReleasedToo() {
    let (promise, resolver) = Promise<Int>.pending()
    do {
      let object = lifetime.object()
      promise.map(on: nil) { _ in object.touch() }.recover(on: nil) { _ in Guarantee.value(object.touch()) }
    }
    resolver.reject(TestError.one)
    #expect(lifetime.alive == 0)
  }

  @Test func aPromiseDoesNotKeepWhatItWasDerivedFrom() {
    let (promise, resolver) = Promise<Lifetime.Object>.pending()
    let derived = promise.map(on: nil) { _ in 1 }
    resolver.fulfill(lifetime.object())
    withExtendedLifetime(derived) {}
    weak var upstream: Promise<Lifetime.Object>?
    let end: Promise<Int>
    do {
      let start = Promise.value(lifetime.object())
      upstream = start
      end = start.map(on: nil) { _ in 1 }.then(on: nil) { Promise.value($0) }
    }
    #expect(upstream == nil && end.value == 1)
  }

  @Test func cancelHandlersAreReleasedWhenThePromiseIsSettled() {
    let (promise, resolver) = Promise<Int>.pending()
    do {
      let object = lifetime.object()
      resolver.onCancel { object.touch() }
    }
    #expect(lifetime.alive == 1)
    resolver.fulfill(1)
    #expect(lifetime.alive == 0 && promise.value == 1)
  }

  @Test func combinatorsReleaseTheirMembers() {
    do {
      let pending = (0..<10).map { _ in Promise<Lifetime.Object>.pending() }
      let whole = when(fulfilled: pending.map(\.promise))
      let first = race(pending.map(\.promise))
      for member in pending { member.resolver.fulfill(lifetime.object()) }
      #expect(whole.value?.count == 10 && first.isFulfilled)
    }
    #expect(lifetime.alive == 0)
  }

  @Test func timersAreReleased() async {
    do {
      let object = lifetime.object()
      await after(.milliseconds(1)).map { object.touch() }.get()
      after(seconds: 3600).done(on: nil) { object.touch() }.cancel()
    }
    // The handler of the first timer may still be on its way back from the queue.
    #expect(await quietly { self.lifetime.alive == 0 })
  }

  /// Whether `condition` holds once the promises of this test are settled and their handlers have returned.
  private func quietly(_ condition: @escaping @Sendable () -> Bool) async -> Bool {
    await withCheckedContinuation { continuation in
      DispatchGroup.promises.notify(queue: .global()) { continuation.resume(returning: condition()) }
    }
  }
}
