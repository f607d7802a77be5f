import Fuzzing
import PromiseTesting
import TestSupport
import Testing

/// Programs made up at random do what the reference does. Many more of them: `swift run -c release fuzz`.
@Suite(.inScope, .timeLimit(.minutes(5))) struct FuzzTests {
  @Test(arguments: 0..<4) func programsDoAsTheReferenceDoes(_ part: UInt64) async throws {
    let count = many(60)
    let result = Log<Result<Fuzzer.Tally, Fuzzer.Failure>>()
    await onThreads(1) { _ in
      result(
        Result { () throws(Fuzzer.Failure) in
          try Fuzzer(in: .scope, patience: 60).run(seeds: part * 1000..<part * 1000 + UInt64(count))
        })
    }
    let tally = try #require(result.entries.first).get()
    #expect(tally.same + tally.tooWide == count)
    // Of a few, all may be too wide.
    #expect(tally.same * 2 > count - 20, "most are small enough to tell")
  }

  /// The reference leaves out orders that can make no difference. Here it plays them.
  @Test func theShortcutsOfTheReferenceAreSound() {
    var told = 0
    for seed in 0..<UInt64(many(200)) {
      let program = Generator.program(seed: seed)
      do {
        let difference = try Comparison(program, limit: 1000).difference()
        told += 1
        if let difference { Issue.record("seed \(seed): \(difference)\n\(program.swift)") }
      } catch {
        // It is too wide.
      }
    }
    #expect(told > many(200) / 10)
  }

  @Test func aSeedIsAProgram() {
    #expect(Generator.program(seed: 7) == Generator.program(seed: 7))
    #expect(Set((0..<50).map { Generator.program(seed: $0).swift }).count > 45)
  }
}
