import Foundation

/// The command-line options.
struct Options {
  /// A part of the measurements.
  enum Part: String, CaseIterable { case counts, times, typecheck }

  static let usage = """
    usage: benchmark [check] [--only counts|times|typecheck] [--rounds NUMBER] [--date YYYY-MM-DD]

      (none)      measures everything, prints a table, and writes Results/results.json and Results/results.svg
      check       measures the counts, and fails if one has grown by more than 3 % over Results/results.json
      --only      measures one part; the files keep the earlier results of the others
      --rounds    the number of rounds per time (default: 21)
      --date      the date of the results (default: today)
    """

  var isCheck = false
  var parts = Set(Part.allCases)
  var rounds = 21
  var date = Options.today()

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "check", "--check": isCheck = true
      case "--only":
        guard let part = rest.popFirst().flatMap(Part.init(rawValue:)) else { throw Failure(Self.usage) }
        parts = [part]
      case "--rounds":
        guard let rounds = rest.popFirst().flatMap({ Int($0) }), rounds > 0 else { throw Failure(Self.usage) }
        self.rounds = rounds
      case "--date":
        guard let date = rest.popFirst() else { throw Failure(Self.usage) }
        self.date = date
      default: throw Failure(Self.usage)
      }
    }
    // Times are noisy, so only counts are compared with the committed results.
    if isCheck { parts.formIntersection([.counts]) }
  }

  private static func today() -> String {
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
    return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }
}
