import CommandLineSupport

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

extension Options {
  /// Parses the arguments that follow the name of the program.
  init(parsing arguments: [String]) throws(UsageError) {
    var reader = ArgumentReader(arguments)
    while let argument = try reader.next() {
      switch argument {
      case .operand(let name):
        guard folder == nil else { throw UsageError(message: "only one folder can be scanned: \(name)") }
        folder = name
      case .option("--style"): style = try reader.choice(of: "--style")
      case .option("--jobs"): jobs = try reader.number(of: "--jobs", from: 1)
      case .option("--words"): words = try reader.number(of: "--words", from: 0)
      case .option("--hidden"): hidden = true
      case .option("--no-hidden"): hidden = false
      case .option("--help"), .option("-h"): showsHelp = true
      case .option(let name): throw UsageError(message: "unknown option: \(name)")
      }
    }
  }
}
