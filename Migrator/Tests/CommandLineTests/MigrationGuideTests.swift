import Foundation
import Testing

/// The commands in Migration.md.
struct MigrationGuideTests {
  @Test func `the commands of the guide run on a package, in order`() throws {
    let folder = try Folder()
    try folder.write(
      "Package.swift", "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: \"App\")\n")
    try folder.write("Sources/App/App.swift", "let one = 1\n")
    try folder.write("Sources/Generated/Generated.swift", "let two = 2\n")
    try folder.write("Tests/AppTests/AppTests.swift", "let three = 3\n")
    let commands = try Self.commands()
    #expect(!commands.isEmpty)
    for command in commands {
      // A command may end with `> FILE`.
      let parts = command.components(separatedBy: " > ")
      let run = try folder.run(arguments: parts[0].split(separator: " ").map(String.init))
      #expect(run.status == 0, "Migration.md: migrate-promises \(command)\n\(run.errors)")
      if parts.count > 1 { try folder.write(parts[1], run.output) }
    }
  }

  /// The arguments of each command in a console block.
  private static func commands() throws -> [String] {
    let prompt = "$ migrate-promises "
    return try guide().components(separatedBy: "```console\n").dropFirst()
      .flatMap { $0.components(separatedBy: "```")[0].split(separator: "\n") }
      .filter { $0.hasPrefix(prompt) }
      .map { String($0.dropFirst(prompt.count)) }
  }

  private static func guide() throws -> String {
    let migrator = try #require(#filePath.range(of: "/Migrator/Tests/", options: .backwards)).lowerBound
    return try String(contentsOfFile: #filePath[..<migrator] + "/Migration.md", encoding: .utf8)
  }
}
