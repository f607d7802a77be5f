import Foundation

/// Counts the user-space instructions of one step of a chain with callgrind.
enum Instructions {
  private static let short = 10
  private static let long = 60
  private static let chains = 100

  static func rows(_ place: Place) throws -> [Row] {
    guard exists("valgrind") else {
      print("Instructions are not counted, because valgrind is not installed.")
      return []
    }
    let program = try place.stripped("Chains")
    let figures = try ["promise", "gcd", "nio", "task", "combine"].map { subject in
      // The threads interleave differently in each run, so even counts need a median.
      let differences = try (0..<3).map { _ in
        try count(program, subject, links: long) - count(program, subject, links: short)
      }
      return (name: subject, value: (differences.sorted()[1] / Double((long - short) * chains)).rounded())
    }
    return [
      Row(
        "instructions-link", "instructions per chained handler", unit: "instructions", isCount: true, figures: figures,
        baseline: "gcd", goal: .init(kind: .value, limit: 800))
    ]
  }

  /// Returns the instructions of a program that runs chains of `links` steps.
  private static func count(_ program: String, _ subject: String, links: Int) throws -> Double {
    let outcome = try runOrFail(
      "valgrind",
      ["--tool=callgrind", "--callgrind-out-file=/dev/null", program, subject, "\(links)", "\(chains)"])
    guard let line = outcome.errors.split(separator: "\n").first(where: { $0.contains("Collected : ") }),
      let count = line.split(separator: " ").last.flatMap({ Double($0) })
    else { throw Failure("The output of callgrind contains no instruction count.") }
    return count
  }
}
