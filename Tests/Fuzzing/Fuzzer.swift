/// Tests random programs, one after another.
package struct Fuzzer: Sendable {
  private let tester: DifferentialTester
  /// How long to wait for a predicted observation, in seconds.
  private let patience: Double

  package init(in environment: Environment, patience: Double = 5) {
    tester = DifferentialTester(in: environment)
    self.patience = patience
  }

  /// The verdicts on many programs.
  package struct Tally: Sendable {
    package var same = 0
    package var tooManyStates = 0
  }

  /// A program for which the library behaved in a way that the model does not allow.
  package struct Failure: Sendable, Error, CustomStringConvertible {
    package let seed: UInt64
    package let program: Program
    package let difference: String
    package let shrunk: Program
    package let differenceOfShrunk: String

    package var description: String {
      """
      seed \(seed): \(difference)

      \(program.swift)
      Shrunk: \(differenceOfShrunk)

      \(shrunk.swift)
      """
    }
  }

  /// Tests the programs of the given seeds.
  ///
  /// - Parameters:
  ///   - seeds: The seeds of the programs. The sequence may be infinite.
  ///   - times: The number of tests of each program.
  ///   - shouldStop: Called before each test. Returns whether to stop.
  /// - Returns: The number of programs for each verdict.
  /// - Throws: The first failure, with the shrunk program.
  package func run(
    seeds: some Sequence<UInt64>, times: Int = 1, _ shouldStop: (Tally) -> Bool = { _ in false }
  ) throws(Failure) -> Tally {
    var tally = Tally()
    for seed in seeds {
      let program = ProgramGenerator.program(seed: seed)
      for _ in 0..<times {
        if shouldStop(tally) { return tally }
        switch tester.test(program, patience: patience) {
        case .same: tally.same += 1
        case .tooManyStates: tally.tooManyStates += 1
        case .different(let difference): throw failure(seed, program, difference)
        }
      }
    }
    return tally
  }

  private func failure(_ seed: UInt64, _ program: Program, _ difference: String) -> Failure {
    let (shrunk, last) = Shrinker(tester, patience: max(1, patience / 10)).shrink(program, difference)
    return Failure(seed: seed, program: program, difference: difference, shrunk: shrunk, differenceOfShrunk: last)
  }
}
