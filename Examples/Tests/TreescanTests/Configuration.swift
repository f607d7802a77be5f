import Testing

/// The options that change how the program works, but not what it prints.
struct Configuration: Sendable, CustomTestStringConvertible {
  let style: String
  let jobs: Int

  /// The names of the styles.
  static let styles = ["callbacks", "promises", "mixed", "async"]

  /// Each style with one job, with several, and with more than there are files in most tests.
  static let all = styles.flatMap { style in [1, 3, 64].map { Configuration(style: style, jobs: $0) } }

  /// The options of the command line.
  var arguments: [String] { ["--style", style, "--jobs", "\(jobs)"] }

  var testDescription: String { arguments.joined(separator: " ") }
}
