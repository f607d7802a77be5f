import TestSupport
import Testing

@testable import PromiseTracing

/// Times and numbers in descriptions.
@Suite(.sharingProcessors) struct WordsTests {
  @Test(arguments: [
    (-1.0, "0 ms"), (0, "0 ms"), (0.25, "250 ms"), (1, "1 s"), (2.54, "2.5 s"), (31.4, "31 s"), (120, "2 min"),
    (185, "3 min 5 s"), (7200, "2 h"), (7260, "2 h 1 min"), (.infinity, "over 30 years"),
  ])
  func `a time is described in the units that matter`(_ seconds: Double, _ text: String) {
    #expect(Words.time(seconds) == text)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")])
  func `a number has separators`(_ number: Int, _ text: String) {
    #expect(Words.number(number) == text)
  }

  @Test(arguments: [
    (0.9996, "1 s"), (0.5, "500 ms"), (-1, "0 ms"), (9.96, "10 s"), (1.25, "1.3 s"), (119, "119 s"), (125, "2 min 5 s"),
    (7200, "2 h"), (.infinity, "over 30 years"),
  ])
  func `a time has one or two units`(_ seconds: Double, _ text: String) { #expect(Words.time(seconds) == text) }
}
