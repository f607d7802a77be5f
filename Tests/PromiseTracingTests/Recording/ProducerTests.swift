import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// When a timer fires.
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
}
