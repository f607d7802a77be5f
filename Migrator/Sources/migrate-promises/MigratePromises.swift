import ArgumentParser
import Foundation

/// The command-line tool.
@main struct MigratePromises: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate-promises",
    abstract: "Moves Swift code between callbacks, promises and async functions.",
    discussion: """
      The commands parse Swift files, and change only code that they understand. They list everything else with \
      file, line and reason. Commit your work first, and review the changes.

      Exit status: 0 if nothing is left to do, 1 if something is left, 2 if the arguments are invalid.
      """,
    version: version, subcommands: [Report.self, Adopt.self, Add.self, Unchain.self])

  /// The version of the package, which is the first entry in CHANGELOG.md.
  private static let version = "0.1.0"

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      // The argument parser uses status 64 for invalid arguments.
      let code = exitCode(for: error)
      let text = fullMessage(for: error)
      if code.isSuccess {
        print(text)
      } else if !text.isEmpty {
        FileHandle.standardError.write(Data((text + "\n").utf8))
      }
      Foundation.exit(code == .validationFailure ? 2 : code.rawValue)
    }
  }
}

extension ExitCode {
  /// Something is left to do by hand.
  static let somethingLeft = ExitCode(1)
}
