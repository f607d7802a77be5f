import Fuzzing
import PromiseTesting
import Testing

/// Programs made up at random do what the reference does. More of them, outside of tests: `swift run -c release fuzz`.
struct FuzzTests {
  /// As in a test: promises have a scope.
  @Test(.timeLimit(.minutes(5)), arguments: [UInt64](0..<8))
  func programsDoAsTheReferenceDoes(block: UInt64) async throws {
    let seeds = block * 1000..<block * 1000 + 40
    let tally = try await onAThread { () throws(Fuzzer.Failure) in try Fuzzer(in: .scope, patience: 30).run(seeds: seeds) }
    #expect(tally.same > 20, "most of them can be told")
  }
}
