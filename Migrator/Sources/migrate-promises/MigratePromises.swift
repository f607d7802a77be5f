import ArgumentParser
import Foundation

/// The program.
@main struct MigratePromises: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate-promises",
    abstract: "Moves Swift code between callbacks, promises and async functions.",
    discussion: """
      The commands read Swift files as the compiler does, and change only what they understand. What is left is \
      listed with file, line and reason. Commit first, and review the difference.

      Exit status: 0 if everything is done, 1 if something is left, 2 if the command is used wrongly.
      """,
    version: version, subcommands: [Report.self, Adopt.self, Add.self, Unchain.self])

  /// The version of the package: that of the first entry in CHANGELOG.md.
  private static let version = "0.1.0"

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      // The library uses status 64 for wrong use.
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
