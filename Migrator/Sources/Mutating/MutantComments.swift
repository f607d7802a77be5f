/// The comments of a file that state why no test can detect a mutant.
///
/// `// equivalent: reason` exempts the mutants of its line or, on a line of its own, those of the next line of code.
/// `// equivalent drop: reason` exempts the mutants of one operator. For mutants that only a race could reveal, the
/// word is `race`. The words of the coverage check exempt mutants as well: `unreachable`, `uncovered` and `rare`.
struct MutantComments {
  private var exemptions: [Int: [(kind: MutationOperator?, reason: String)]] = [:]

  init(of text: String) {
    var pending: [(kind: MutationOperator?, reason: String)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let comment = Self.exemption(in: line)
      if let comment { pending.append(comment) }
      let isCode = !line.drop { $0 == " " }.hasPrefix("//") && line.contains { $0 != " " }
      if isCode {
        if !pending.isEmpty { exemptions[index + 1] = pending }
        pending = []
      }
    }
  }

  /// Returns why no test can detect a mutant, or `nil` if a test should detect it.
  func exemption(of kind: MutationOperator, line: Int) -> String? {
    exemptions[line]?.first { $0.kind == nil || $0.kind == kind }?.reason
  }

  private static func exemption(in line: Substring) -> (kind: MutationOperator?, reason: String)? {
    let pattern = /\/\/ (?<word>equivalent|race|unreachable|uncovered|rare)(?: (?<kind>[a-z]+))?: *(?<reason>.*)/
    guard let match = line.firstMatch(of: pattern) else { return nil }
    if let kind = match.kind {
      guard let named = MutationOperator(rawValue: String(kind)) else { return nil }
      return (named, "\(match.word): \(match.reason)")
    }
    return (nil, "\(match.word): \(match.reason)")
  }
}
