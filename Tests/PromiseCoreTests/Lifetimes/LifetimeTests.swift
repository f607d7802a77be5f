import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises, handlers, and values are released as soon as they are no longer needed.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct LifetimeTests {
  let lifetime = Lifetime()

  @Test func `handlers are released after they have run`() {
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

  @Test func `handlers that the outcome skips are released when the promise settles`() {
    let (promise, resolver) = Promise<Int>.pending()
    do {
      let object = lifetime.object()
      promise.map(on: nil) { _ in object.touch() }.recover(on: nil) { _ in Guarantee.value(object.touch()) }
    }
    resolver.reject(TestError.one)
    #expect(lifetime.alive == 0)
  }

  @Test func `a settled derived promise does not retain its upstream promise`() {
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

  @Test func `onCancel handlers are released when the promise settles`() {
    let (promise, resolver) = Promise<Int>.pending()
    do {
      let object = lifetime.object()
      resolver.onCancel { object.touch() }
    }
    #expect(lifetime.alive == 1)
    resolver.fulfill(1)
    #expect(lifetime.alive == 0 && promise.value == 1)
  }

  @Test func `combinators release their inputs after they settle`() {
    do {
      let pending = (0..<10).map { _ in Promise<Lifetime.Object>.pending() }
      let whole = when(fulfilled: pending.map(\.promise))
      let first = race(pending.map(\.promise))
      for input in pending { input.resolver.fulfill(lifetime.object()) }
      #expect(whole.value?.count == 10 && first.isFulfilled)
    }
    #expect(lifetime.alive == 0)
  }

  @Test func `timer handlers are released after the timer fires or is canceled`() async {
    do {
      let object = lifetime.object()
      await after(.milliseconds(1)).map { object.touch() }.get()
      after(seconds: 3600).done(on: nil) { object.touch() }.cancel()
    }
    // The handler of the first timer may not have returned yet.
    #expect(await holdsAfterSettling { self.lifetime.alive == 0 })
  }

  /// Returns whether `condition` holds once the promises of this test have settled and their handlers have returned.
  private func holdsAfterSettling(_ condition: @escaping @Sendable () -> Bool) async -> Bool {
    await withCheckedContinuation { continuation in
      DispatchGroup.promises.notify(queue: .global()) { continuation.resume(returning: condition()) }
    }
  }
}
