/// The options given on the command line.
struct Options: Equatable {
  /// The style in which the scan runs.
  var style = Style.standard
  /// The maximum number of open files.
  var jobs = 8
  /// The number of words shown per extension.
  var words = 5
  /// Whether to enter hidden folders and count hidden files; `nil` if the command line does not specify it.
  var hidden: Bool?
  /// The folder to scan; `nil` if the command line names none.
  var folder: String?
  /// Whether to show the help and exit.
  var showsHelp = false

  /// Whether to count hidden entries. By default, they are counted in a folder that was named explicitly.
  var includesHidden: Bool {
    hidden ?? (folder != nil)
  }
}

/// An invalid command line, with a message that explains the problem.
struct UsageError: Error, Equatable {
  let message: String
}

extension Options {
  /// Parses the arguments that follow the name of the program.
  init(parsing arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var onlyFolders = false
    while let argument = rest.popFirst() {
      if onlyFolders || !argument.hasPrefix("-") || argument == "-" {
        guard folder == nil else { throw UsageError(message: "only one folder can be scanned: \(argument)") }
        folder = argument
      } else if argument == "--" {
        onlyFolders = true
      } else {
        try apply(argument, rest: &rest)
      }
    }
  }

  /// Applies one option. Its value follows in `rest`, unless the option has the form `--name=value`.
  private mutating func apply(_ argument: String, rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let attached = parts.count == 2 ? String(parts[1]) : nil

    switch name {
    case "--style": style = try Options.style(try Options.value(of: name, attached, &rest))
    case "--jobs": jobs = try Options.number(of: name, try Options.value(of: name, attached, &rest), from: 1)
    case "--words":
      words = try Options.number(of: name, try Options.value(of: name, attached, &rest), from: 0)
    case "--hidden" where attached == nil: hidden = true
    case "--no-hidden" where attached == nil: hidden = false
    case "--help" where attached == nil, "-h" where attached == nil: showsHelp = true
    default: throw UsageError(message: "unknown option: \(argument)")
    }
  }

  /// Returns the value of an option: the attached one, or the next argument.
  private static func value(
    of name: String, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = attached ?? rest.popFirst() else { throw UsageError(message: "\(name) needs a value") }
    return value
  }

  /// Returns the style called `name`.
  private static func style(_ name: String) throws(UsageError) -> Style {
    guard let style = Style(rawValue: name) else {
      throw UsageError(message: "--style must be one of \(Style.names), not '\(name)'")
    }
    return style
  }

  /// Parses a whole number that must be at least `minimum`.
  private static func number(of name: String, _ text: String, from minimum: Int) throws(UsageError) -> Int {
    guard let number = Int(text), number >= minimum else {
      throw UsageError(message: "\(name) must be a whole number, at least \(minimum), not '\(text)'")
    }
    return number
  }
}
