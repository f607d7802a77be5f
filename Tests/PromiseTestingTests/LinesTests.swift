import TestSupport
import Testing

@testable import PromiseTesting

/// Whose turn it is: a pure state machine.
struct LinesTests {
  final class Place: Sendable {}

  /// Takes all jobs out.
  private func drain(_ lines: inout Lines<String>) -> [String] {
    var jobs: [String] = []
    while let job = lines.next() { jobs.append(job) }
    return jobs
  }

  private func order(seed: Int, _ jobs: [(String, Line)]) -> [String] {
    var lines = Lines<String>(seed: seed)
    for (job, line) in jobs { lines.add(job, to: line) }
    return drain(&lines)
  }

  @Test func nobodyWaitsInAnEmptyLine() {
    var lines = Lines<String>(seed: 1)
    #expect(lines.isEmpty)
    #expect(lines.next() == nil)
  }

  @Test(arguments: 0..<50) func aPlaceKeepsItsOrder(_ seed: Int) {
    let (one, other) = (Place(), Place())
    let places: [Line] = [.main, .place(ObjectIdentifier(one)), .place(ObjectIdentifier(other))]
    let jobs = (0..<30).map { ("\($0 % 3).\($0 / 3)", places[$0 % 3]) }
    let order = order(seed: seed, jobs)
    for place in 0..<3 {
      #expect(order.filter { $0.hasPrefix("\(place).") } == (0..<10).map { "\(place).\($0)" })
    }
    #expect(order.count == 30)
  }

  @Test func theSameSeedGivesTheSameOrder() {
    let jobs = (0..<20).map { ("\($0)", Line.own) }
    for seed in [0, 1, -1, Int.max, Int.min] { #expect(order(seed: seed, jobs) == order(seed: seed, jobs)) }
    #expect(Set((0..<50).map { order(seed: $0, jobs) }).count == 50)
  }

  @Test func everyOrderIsFoundBySomeSeed() {
    // Three lines of two jobs: 6! / 2³ = 90 ways to merge them.
    let places = (0..<3).map { _ in Place() }
    let jobs = (0..<6).map { ("\($0)", Line.place(ObjectIdentifier(places[$0 / 2]))) }
    #expect(Set((0..<5_000).map { order(seed: $0, jobs) }).count == 90)
  }

  @Test func someSeedKeepsOnePlaceWaitingUntilNothingElseIsLeft() {
    let (slow, quick) = (Place(), Place())
    let found = (0..<20).contains { seed in
      var lines = Lines<String>(seed: seed)
      lines.add("slow", to: .place(ObjectIdentifier(slow)))
      for step in 0..<50 {
        // Each job of the quick place comes when the one before has run.
        lines.add("\(step)", to: .place(ObjectIdentifier(quick)))
        if lines.next() == "slow" { return false }
      }
      return true
    }
    #expect(found)
  }

  @Test func aLineThatEmptiedCanFillAgain() {
    for seed in 0..<20 {
      var lines = Lines<Int>(seed: seed)
      for job in 0..<5 {
        lines.add(job, to: .main)
        #expect(lines.next() == job)
        #expect(lines.isEmpty)
      }
    }
  }

  @Test func theNumbersAreThoseOfSplitMix64() {
    // From the reference implementation, with the seed 1234567.
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
  }
}
