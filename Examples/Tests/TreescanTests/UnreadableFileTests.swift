import ExampleTestSupport
import Foundation
import Testing

@Suite struct UnreadableFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    .enabled("Root can read every file, and `setpriv` cannot run the program as another user.") {
      if geteuid() != 0 { return true }
      return try await OtherUser().run(["--help"]).status == 0
    }, arguments: Configuration.all)
  func `what cannot be read is a failure, and the rest is counted`(configuration: Configuration) async throws {
    try folder.write("open\n", to: "open.txt")
    try folder.write("secret\n", to: "denied.txt")
    try folder.write("secret\n", to: "denied/file.txt")
    let denied = ["denied.txt", "denied"]
    for name in denied { try folder.setPermissions(0, of: name) }
    defer { for name in denied { try? folder.setPermissions(0o700, of: name) } }

    let arguments = configuration.arguments + [folder.path]
    let scan = try await geteuid() == 0 ? OtherUser().run(arguments) : Treescan.run(arguments)
    #expect(
      scan.report == [
        "extension  files  lines  bytes  words",
        "txt            1      1      5  open 1",
        "total          1      1      5  open 1",
      ])
    #expect(
      scan.remarks == [
        "treescan: \(folder.path)/denied.txt: cannot be read: Permission denied",
        "treescan: \(folder.path)/denied: cannot be read: Permission denied",
      ])
    #expect(scan.status == 1)
  }
}

/// A user without privileges, as whom root can run the program.
private struct OtherUser {
  /// Contains a copy of the program, because the user might have no access to the folder in which it was built.
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: Treescan.executable, to: folder.location(of: "treescan"))
  }

  /// Runs the program.
  func run(_ arguments: [String]) async throws -> Treescan.Outcome {
    let prefix = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    return try await Treescan.run(arguments, with: prefix, executable: folder.location(of: "treescan"))
  }
}
