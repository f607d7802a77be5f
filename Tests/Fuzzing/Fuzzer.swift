/// Plays one made-up program after the other.
package struct Fuzzer: Sendable {
  private let judge: Judge
  /// How long to wait for what has to happen, in seconds.
  private let patience: Double

  package init(in surroundings: Surroundings, patience: Double = 5) {
    judge = Judge(in: surroundings)
    self.patience = patience
  }

  /// What became of many programs.
  package struct Tally: Sendable {
    package var same = 0
    package var tooWide = 0
  }

  /// A program that does not do what the reference says.
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

  /// Plays the programs of seeds.
  ///
  /// - Parameters:
  ///   - seeds: From each a program is made. Without an end, it is for `isOver` to say when.
  ///   - times: How often to play each of them.
  ///   - isOver: Asked before each.
  package func run(
    seeds: some Sequence<UInt64>, times: Int = 1, _ isOver: (Tally) -> Bool = { _ in false }
  ) throws(Failure) -> Tally {
    var tally = Tally()
    for seed in seeds {
      let program = Generator.program(seed: seed)
      for _ in 0..<times {
        if isOver(tally) { return tally }
        switch judge.judge(program, patience: patience) {
        case .same: tally.same += 1
        case .tooWide: tally.tooWide += 1
        case .different(let difference): throw failure(seed, program, difference)
        }
      }
    }
    return tally
  }

  private func failure(_ seed: UInt64, _ program: Program, _ difference: String) -> Failure {
    let (shrunk, last) = Shrinker(judge, patience: max(1, patience / 10)).shrink(program, difference)
    return Failure(seed: seed, program: program, difference: difference, shrunk: shrunk, differenceOfShrunk: last)
  }
}
