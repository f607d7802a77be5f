import PromiseCore
import TestSupport
import Testing

@testable import PromiseTesting

@Suite(.sharingProcessors) struct TimerIntervalDescriptionTests {
  @Test(
    arguments: [
      (TimerInterval(nanoseconds: 0), "0 s"), (TimerInterval(seconds: 2), "2 s"),
      (TimerInterval(seconds: 0.02), "20 ms"),
      (TimerInterval(seconds: 1.5), "1500 ms"), (TimerInterval(nanoseconds: 1_500_000), "1.5 ms"),
      (TimerInterval(nanoseconds: .max), "forever"),
    ])
  func `a delay is described in seconds or milliseconds`(_ delay: TimerInterval, _ text: String) {
    #expect(delay.shortDescription == text)
  }
}
