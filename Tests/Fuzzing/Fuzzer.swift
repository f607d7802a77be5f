/// Tests one random program after the other.
package struct Fuzzer: Sendable {
  private let tester: DifferentialTester
  /// How long to wait for what has to happen, in seconds.
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

  /// A program that does not do what the model allows.
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

  /// Tests the programs of seeds.
  ///
  /// - Parameters:
  ///   - seeds: The seeds of the programs. The sequence may be unlimited.
  ///   - times: How often to test each program.
  ///   - isOver: Called before each test. Returns whether to stop.
  package func run(
    seeds: some Sequence<UInt64>, times: Int = 1, _ isOver: (Tally) -> Bool = { _ in false }
  ) throws(Failure) -> Tally {
    var tally = Tally()
    for seed in seeds {
      let program = ProgramGenerator.program(seed: seed)
      for _ in 0..<times {
        if isOver(tally) { return tally }
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
