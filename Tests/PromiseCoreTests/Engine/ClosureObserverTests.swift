import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore

/// When an observer calls its closure, and when it releases it.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ClosureObserverTests {
  private let lifetime = Lifetime()
  private let log = Log<String>()

  /// Returns an observer whose closure logs each call and asks for a handler on the given executor.
  private func observer(_ consumer: (any Consumer)? = nil, on executor: HandlerExecutor?) -> ClosureObserver {
    ClosureObserver(consumer: consumer) { [object = lifetime.object(), log] source, event, _ in
      source.markObserved()
      log("\(event)")
      object.touch()
      return executor
    }
  }

  @Test func `a closure that needs no handler is called once and released`() {
    let (promise, resolver) = Promise<Int>.pending()
    let observer = observer(on: nil)
    promise.attach(.object(observer))
    #expect(log.entries == [] && lifetime.alive == 1)
    resolver.fulfill(1)
    withExtendedLifetime(observer) { #expect(log.entries == ["arrived"] && lifetime.alive == 0) }
  }

  @Test func `a closure that needs a handler is called again on the executor, and released`() {
    let (promise, resolver) = Promise<Int>.pending()
    let observer = observer(on: .inline)
    promise.attach(.object(observer))
    resolver.fulfill(1)
    withExtendedLifetime(observer) { #expect(log.entries == ["arrived", "run"] && lifetime.alive == 0) }
  }

  @Test func `the departure of the consumer releases the closure without calling it`() {
    let (promise, resolver) = Promise<Int>.pending()
    let observer = observer(NamedConsumer("a"), on: nil)
    promise.attach(.object(observer))
    let other = promise.map(on: nil) { $0 }
    promise.any.consumerDeparts(.object(observer))
    #expect(lifetime.alive == 0)
    resolver.fulfill(1)
    #expect(log.entries == [] && other.value == 1)
  }

  @Test func `an observer is stale as soon as its consumer is, and never without one`() {
    let observer = observer(NamedConsumer("a"), on: nil)
    #expect(!observer.isStale)
    Observer.object(observer).makeStale()
    #expect(observer.isStale)
    #expect(!self.observer(on: nil).isStale)
  }
}
