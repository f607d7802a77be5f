import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

/// The lifetime of what a promise observes, in place of the observer of a notification center, which does not tell how
/// many observers it has.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseUntilReleasedTests {
  private let observers = Lifetime()
  private let ended = Log<Void>()
  private let events = Log<@Sendable (Int) -> Void>()

  private func observe() -> Promise<Int> {
    .untilReleased(file: #fileID, line: #line) { fulfill in
      events(fulfill)
      let observer = observers.object()
      return { [ended] in
        observer.touch()
        ended(())
      }
    }
  }

  @Test func `a pending promise keeps the observer`() {
    let promise = observe()
    #expect(observers.alive == 1)
    #expect(promise.isPending)
  }

  @Test func `the event releases the observer`() {
    let promise = observe()
    events.entries[0](1)
    events.entries[0](2)
    #expect(promise.value == 1)
    #expect(observers.alive == 0)
    #expect(ended.count == 0)
  }

  @Test func `canceling the promise ends the observation, and releases the observer`() {
    let promise = observe()
    promise.cancel()
    #expect(promise.isCancelled)
    #expect(ended.count == 1)
    #expect(observers.alive == 0)
    events.entries[0](1)
    #expect(promise.isCancelled)
  }

  @Test func `releasing the promise releases the observer`() {
    _ = observe()
    #expect(observers.alive == 0)
    events.entries[0](1)
  }

  @Test func `a consumer keeps the observer until the event`() {
    let values = Log<Int>()
    observe().done(on: nil) { values($0) }.cauterize()
    #expect(observers.alive == 1)
    events.entries[0](1)
    #expect(values.entries == [1])
    #expect(observers.alive == 0)
  }

  @Test func `canceling the last consumer releases the observer`() {
    let consumer = observe().map(on: nil) { $0 }
    consumer.cancel()
    #expect(consumer.isCancelled)
    #expect(observers.alive == 0)
  }

  @Test func `an event during the beginning of the observation counts`() {
    let promise = Promise<Int>.untilReleased(file: #fileID, line: #line) { fulfill in
      let observer = observers.object()
      fulfill(1)
      return { observer.touch() }
    }
    #expect(promise.value == 1)
    #expect(observers.alive == 0)
  }
}
