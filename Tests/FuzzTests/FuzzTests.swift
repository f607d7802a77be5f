import Fuzzing
import PromiseTesting
import TestSupport
import Testing

/// Random programs do what the reference model allows. Many more of them: `swift run -c release fuzz`.
@Suite(.timeLimit(.minutes(5))) struct FuzzTests {
  @Test(arguments: 0..<4) func `the library does what the reference model allows`(_ part: UInt64) async throws {
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
    // Of a few programs, all may be too large.
    #expect(tally.same * 2 > count - 20, "most are small enough to explore")
  }

  @Test func `the reduction of the explorer loses no state`() {
    var compared = 0
    for seed in 0..<UInt64(many(200)) {
      let program = ProgramGenerator.program(seed: seed)
      do {
        let difference = try ReductionCheck(program, limit: 1000).difference()
        compared += 1
        if let difference { Issue.record("seed \(seed): \(difference)\n\(program.swift)") }
      } catch {
        // There are too many states.
      }
    }
    #expect(compared > many(200) / 10)
  }

  @Test func `a seed gives the same program each time, and different seeds different programs`() {
    #expect(ProgramGenerator.program(seed: 7) == ProgramGenerator.program(seed: 7))
    #expect(Set((0..<50).map { ProgramGenerator.program(seed: $0).swift }).count > 45)
  }
}
