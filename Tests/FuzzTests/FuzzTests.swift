import Fuzzing
import PromiseTesting
import TestSupport
import Testing

/// Checks that random programs behave as the reference model allows. To run many more: `swift run -c release fuzz`.
@Suite(.sharingProcessors) struct FuzzTests {
  @Test(arguments: 0..<4) func `the library behaves as the reference model allows`(_ part: UInt64) async throws {
    let count = many(60)
    let result = Log<Result<Fuzzer.Tally, Fuzzer.Failure>>()
    await onThreads(1) { _ in
      result(
        Result { () throws(Fuzzer.Failure) in
          try Fuzzer(in: .scope, patience: 60).run(seeds: part * 1000..<part * 1000 + UInt64(count))
        })
    }
    let tally = try #require(result.entries.first).get()
    #expect(tally.same + tally.tooManyStates == count)
    // If there are only a few programs, all of them may be too large to explore.
    #expect(tally.same * 2 > count - 20, "Most programs should be small enough to explore.")
  }

  @Test func `the explorer finds the same outcomes with and without reduction`() {
    var compared = 0
    for seed in 0..<UInt64(many(200)) {
      let program = ProgramGenerator.program(seed: seed)
      do {
        let difference = try ReductionCheck(program, limit: 1000).difference()
        compared += 1
        if let difference { Issue.record("seed \(seed): \(difference)\n\(program.swift)") }
      } catch {
        // The program has too many states to compare.
      }
    }
    #expect(compared > many(200) / 10)
  }

  @Test func `equal seeds generate equal programs, and different seeds generate different programs`() {
    #expect(ProgramGenerator.program(seed: 7) == ProgramGenerator.program(seed: 7))
    #expect(Set((0..<50).map { ProgramGenerator.program(seed: $0).swift }).count > 45)
  }
}
