import Dispatch
import TestSupport
import Testing

@testable import PromiseCore

/// When a timer fires, and the names of executors.
@Suite(.sharingProcessors) struct ProducerTests {
  @Test(arguments: [Delay(nanoseconds: .max), Delay(nanoseconds: .max - 1), Delay(seconds: 1e300)])
  func `a timer whose deadline cannot be represented never fires`(_ delay: Delay) {
    #expect(TimerDeadline(delay, source: nil).secondsLeft == .infinity)
  }

  @Test func `a deadline tells the seconds that are left, and none once it has passed`() {
    let left = TimerDeadline(Delay(seconds: 86_400), source: nil).secondsLeft
    #expect(left > 0 && left <= 86_400)
    #expect(TimerDeadline(.none, source: nil).secondsLeft == 0)
  }

  @Test func `an executor is named by its queue or its actor`() {
    #expect(HandlerExecutor.queue(.main).name == "the main queue")
    #expect(HandlerExecutor(onActor: MainActor.shared).name == "the main queue")
    #expect(HandlerExecutor.queue(DispatchQueue(label: "a\nb")).name == "the queue a b")
    #expect(HandlerExecutor(DispatchQueue(label: "c"), .barrier).name == "the queue c")
    #expect(HandlerExecutor.queue(DispatchQueue(label: "")).name == "a queue without a label")
    #expect(HandlerExecutor(onActor: Library()).name == "the actor Library")
    #expect(HandlerExecutor.inline.name == "the thread that settles the promise")
  }

  private actor Library {}
}
