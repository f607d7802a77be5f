import PromiseTesting
import TestSupport
import Testing

@testable import PromiseConcurrency
@testable import PromiseCore
@testable import PromiseTracing

/// What the events of a promise tell about its producer, and when a timer fires.
@Suite(.sharingProcessors) struct ProducerTests {
  /// The name of the producer that an event tells.
  private func producer(_ event: PromiseEvent) -> String? {
    switch Producer(event) {
    case .resolver?: "resolver"
    case .task(let name)?: "task \(name ?? "without a name")"
    case .queuedTask(let name, _)?: "queued task \(name ?? "without a name")"
    case .successor(let other)?: "successor of \(other.promise == nil ? "nothing" : "a promise")"
    case .timer(let deadline)?: "timer, \(deadline.secondsLeft)"
    case .handler(let executor, _, let isRunning)?: "handler on \(executor.name), \(isRunning)"
    case nil: nil
    }
  }

  @Test func `an event tells the producer of its promise`() {
    let other = Promise.value(1)
    #expect(producer(.resolverHandedOut) == "resolver")
    #expect(producer(.unowned) == "resolver")
    #expect(producer(.task(name: "load")) == "task load")
    #expect(producer(.queuedTask(name: nil, PromiseQueue())) == "queued task without a name")
    #expect(producer(.successor(of: other.any)) == "successor of a promise")
    #expect(producer(.timer(TimerInterval(nanoseconds: .max), nil)) == "timer, inf")
    for event in [PromiseEvent.attempt(1, retries: 2, isRunning: true), .waitBegan, .waitEnded, .contradicted(by: nil)]
    {
      #expect(producer(event) == nil)
    }
  }

  @Test(arguments: [
    TimerInterval(nanoseconds: .max), TimerInterval(nanoseconds: .max - 1), TimerInterval(seconds: 1e300),
  ])
  func `a timer whose deadline cannot be represented never fires`(_ delay: TimerInterval) {
    #expect(TimerDeadline(delay, source: nil).secondsLeft == .infinity)
  }

  @Test func `a deadline tells the seconds that are left, and none once it has passed`() {
    let left = TimerDeadline(TimerInterval(seconds: 86_400), source: nil).secondsLeft
    #expect(left > 0 && left <= 86_400)
    #expect(TimerDeadline(.none, source: nil).secondsLeft == 0)
  }
}
