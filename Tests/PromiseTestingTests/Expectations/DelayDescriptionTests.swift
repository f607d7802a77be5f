import PromiseCore
import TestSupport
import Testing

@testable import PromiseTesting

@Suite(.sharingProcessors) struct DelayDescriptionTests {
  @Test(
    arguments: [
      (Delay(nanoseconds: 0), "0 s"), (Delay(seconds: 2), "2 s"), (Delay(seconds: 0.02), "20 ms"),
      (Delay(seconds: 1.5), "1500 ms"), (Delay(nanoseconds: 1_500_000), "1.5 ms"),
      (Delay(nanoseconds: .max), "forever"),
    ])
  func `a delay is described in seconds or milliseconds`(_ delay: Delay, _ text: String) {
    #expect(delay.shortDescription == text)
  }
}
