import CommandLineSupport

/// The options given on the command line.
struct Options: Equatable {
  /// The style in which the files are fetched.
  var style = Style.standard
  /// The maximum number of downloads at a time.
  var jobs = 4
  /// The number of retries of each file.
  var retries = 3
  /// The folder to download to.
  var folder = "."
  /// The file with a list of URLs, `-` for standard input, or `nil` if there is no list.
  var list: String?
  /// The URLs on the command line.
  var urls: [String] = []
  /// Whether to show the help and exit.
  var showsHelp = false
}

extension Options {
  /// Parses the arguments that follow the name of the program.
  init(parsing arguments: [String]) throws(UsageError) {
    var reader = ArgumentReader(arguments)
    while let argument = try reader.next() {
      switch argument {
      case .operand(let url): urls.append(url)
      case .option("--style"): style = try reader.choice(of: "--style")
      case .option("--jobs"): jobs = try reader.number(of: "--jobs", from: 1)
      case .option("--retries"): retries = try reader.number(of: "--retries", from: 0)
      case .option("--into"): folder = try reader.value(of: "--into")
      case .option("--list"): list = try reader.value(of: "--list")
      case .option("--help"), .option("-h"): showsHelp = true
      case .option(let name): throw UsageError(message: "unknown option: \(name)")
      }
    }
    guard showsHelp || list != nil || !urls.isEmpty else {
      throw UsageError(message: "nothing to download: pass URLs, or a list of URLs with --list")
    }
  }
}
