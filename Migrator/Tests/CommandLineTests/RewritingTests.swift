import Foundation
import Testing

struct RewritingTests {
  private static let before = "import PromiseKit\nlet one = Promise.value(1)\n"
  private static let after = "@_spi(PromiseKit) import PromiseKitVocabulary\nlet one = Promise.value(1)\n"

  @Test func `files are changed, and a second run changes nothing`() throws {
    let folder = try Folder()
    try folder.write("Sources/A.swift", Self.before)
    try folder.write("Sources/B.swift", "let two = 2\n")
    let first = try folder.run("adopt", "--from", "promisekit", "Sources")
    #expect(first.status == 0)
    #expect(first.output.isEmpty)
    #expect(first.errors == "Changed 1 import, name or callback in 1 of 2 files; 0 left.\n")
    #expect(try folder.text("Sources/A.swift") == Self.after)
    let second = try folder.run("adopt", "--from", "promisekit", "Sources")
    #expect(second.status == 0)
    #expect(second.errors == "Changed 0 imports, names or callbacks in 0 of 2 files; 0 left.\n")
    #expect(try folder.text("Sources/A.swift") == Self.after)
  }

  @Test func `a dry run prints a diff and changes nothing`() throws {
    let folder = try Folder()
    try folder.write("A.swift", Self.before)
    let run = try folder.run("adopt", "--from", "promisekit", "--dry-run", "A.swift")
    #expect(run.status == 0)
    #expect(
      run.output == """
        --- a/A.swift
        +++ b/A.swift
        @@ -1,2 +1,2 @@
        -import PromiseKit
        +@_spi(PromiseKit) import PromiseKitVocabulary
         let one = Promise.value(1)

        """)
    #expect(try folder.text("A.swift") == Self.before)
  }

  @Test func `the status is 1 if something is left`() throws {
    let folder = try Folder()
    try folder.write("A.swift", "import PromiseKit\n\nfunc f(_ p: AnyPromise) {}\n")
    try folder.write("Podfile", "pod 'PromiseKit'\n")
    let run = try folder.run("adopt", "--from", "promisekit", ".")
    #expect(run.status == 1)
    #expect(run.errors.contains("A.swift:3:13: left: "))
    #expect(run.errors.contains("[objective-c]\n"))
    #expect(run.errors.contains("Podfile:1:5: left: "))
    #expect(run.errors.hasSuffix("2 left.\n"))
  }

  @Test(arguments: [
    ["adopt", "--from", "hydra", "A.swift"], ["adopt", "A.swift"], ["adopt", "--from", "promisekit"],
    ["adopt", "--from", "promisekit", "Missing.swift"], ["unknown"],
  ])
  func `the status is 2 if the command is used wrongly`(arguments: [String]) throws {
    let folder = try Folder()
    try folder.write("A.swift", Self.before)
    let run =
      switch arguments.count {
      case 1: try folder.run(arguments[0])
      case 2: try folder.run(arguments[0], arguments[1])
      case 3: try folder.run(arguments[0], arguments[1], arguments[2])
      default: try folder.run(arguments[0], arguments[1], arguments[2], arguments[3])
      }
    #expect(run.status == 2)
    #expect(run.errors.contains("Error"))
    #expect(try folder.text("A.swift") == Self.before)
  }

  @Test func `a file that does not parse is listed, and the others are changed`() throws {
    let folder = try Folder()
    try folder.write("A.swift", Self.before)
    let broken = "import PromiseKit\nfunc broken( {\n"
    try folder.write("B.swift", broken)
    let run = try folder.run("adopt", "--from", "promisekit", ".")
    #expect(run.status == 1)
    #expect(run.errors.contains("B.swift:2:"))
    #expect(run.errors.contains("[does-not-parse]"))
    #expect(run.errors.hasSuffix("Changed 1 import, name or callback in 1 of 2 files; 1 left.\n"))
    #expect(try folder.text("A.swift") == Self.after)
    #expect(try folder.text("B.swift") == broken)
  }

  @Test(arguments: [("[", "]"), ("(", ")"), ("{ ", "}"), ("{ if a { ", "}}")])
  func `a file that is nested too deeply is listed, and the others are read and changed`(open: String, close: String)
    throws
  {
    let folder = try Folder()
    let deep =
      "import PromiseKit\nlet a = " + [open, close].map { String(repeating: $0, count: 10_000) }.joined() + "\n"
    try folder.write("Deep.swift", deep)
    try folder.write("A.swift", Self.before)
    let report = try folder.run("report", ".")
    #expect(report.status == 1)
    #expect(report.output.contains("1 Swift file"))
    #expect(report.errors.hasPrefix("Deep.swift:2:"))
    let all = try folder.run("adopt", "--from", "promisekit", "--all-or-nothing", ".")
    #expect(all.errors.contains("Nothing was written"))
    for arguments in [["add", "--async"], ["unchain"], ["adopt", "--from", "promisekit"]] {
      let run = try folder.run(arguments: arguments + ["."])
      #expect(run.status == 1)
      #expect(run.errors.contains("[does-not-parse]"))
    }
    #expect(try folder.text("Deep.swift") == deep)
    #expect(try folder.text("A.swift") == Self.after)
  }

  @Test func `on demand, nothing is written if a file does not parse`() throws {
    let folder = try Folder()
    try folder.write("A.swift", Self.before)
    try folder.write("B.swift", "import PromiseKit\nfunc broken( {\n")
    let run = try folder.run("adopt", "--from", "promisekit", "--all-or-nothing", ".")
    #expect(run.status == 1)
    #expect(run.errors.contains("B.swift:2:"))
    #expect(run.errors.contains("[does-not-parse]"))
    #expect(run.errors.contains("Nothing was written"))
    #expect(try folder.text("A.swift") == Self.before)
    let without = try folder.run("adopt", "--from", "promisekit", ".", "--exclude", "B.swift")
    #expect(without.status == 0)
    #expect(try folder.text("A.swift") == Self.after)
  }

  @Test func `line endings, tabs and byte-order marks are kept`() throws {
    let folder = try Folder()
    try folder.write("A.swift", "\u{FEFF}#if DEBUG\r\n\timport PromiseKit\r\n#endif\r\n\tlet a = 1 \r\n")
    #expect(try folder.run("adopt", "--from", "promisekit", ".").status == 0)
    #expect(
      try folder.read("A.swift")
        == Array(
          "\u{FEFF}#if DEBUG\r\n\t@_spi(PromiseKit) import PromiseKitVocabulary\r\n#endif\r\n\tlet a = 1 \r\n".utf8))
  }

  @Test func `names may contain spaces and quotes`() throws {
    let folder = try Folder()
    let name = "My \"Own\" 'Sources'/A $x\\.swift"
    try folder.write(name, Self.before)
    #expect(try folder.run("adopt", "--from", "promisekit", ".").status == 0)
    #expect(try folder.text(name) == Self.after)
  }

  @Test func `a symbolic link stays, and its file is changed once`() throws {
    let folder = try Folder()
    try folder.write("A.swift", Self.before)
    let link = folder.url.appendingPathComponent("Link.swift")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "A.swift")
    let run = try folder.run("adopt", "--from", "promisekit", ".")
    #expect(run.errors == "Changed 1 import, name or callback in 1 of 1 file; 0 left.\n")
    #expect(try folder.text("A.swift") == Self.after)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "A.swift")
  }

  @Test func `permissions are kept`() throws {
    let folder = try Folder()
    try folder.write("A.swift", Self.before)
    let path = folder.url.appendingPathComponent("A.swift").path
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    #expect(try folder.run("adopt", "--from", "promisekit", ".").status == 0)
    let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(permissions == 0o640)
  }

  @Test func `a binary file is left, and the others are changed`() throws {
    let folder = try Folder()
    try folder.write("A.swift", Self.before)
    try folder.write("B.swift", [0x66, 0x00, 0xFF])
    try folder.write("C.swift", [0xC3, 0x28])
    let run = try folder.run("adopt", "--from", "promisekit", ".")
    #expect(run.status == 1)
    #expect(run.errors.contains("B.swift:1:1: left: "))
    #expect(run.errors.contains("C.swift:1:1: left: "))
    #expect(run.errors.contains("[not-text]"))
    #expect(try folder.text("A.swift") == Self.after)
  }

  @Test(.enabled(if: geteuid() != 0, "The superuser can read every file."))
  func `an unreadable file is left`() throws {
    let folder = try Folder()
    try folder.write("A.swift", Self.before)
    try folder.write("B.swift", Self.before)
    let path = folder.url.appendingPathComponent("B.swift").path
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    let run = try folder.run("adopt", "--from", "promisekit", ".")
    #expect(run.status == 1)
    #expect(run.errors.contains("[unreadable]"))
    #expect(try folder.text("A.swift") == Self.after)
  }

  @Test func `google promises are adopted as well`() throws {
    let folder = try Folder()
    try folder.write("A.swift", "import Promises\n")
    #expect(try folder.run("adopt", "--from", "google-promises", ".").status == 0)
    #expect(try folder.text("A.swift") == "@_spi(GooglePromises) import GooglePromisesVocabulary\n")
  }

  @Test func `a long explanation is printed once per run`() throws {
    let folder = try Folder()
    for name in ["A.swift", "B.swift"] { try folder.write(name, "import PromiseKit\nlet a: AnyPromise\n") }
    let run = try folder.run("adopt", "--from", "promisekit", ".")
    #expect(run.errors.contains("A.swift:2:8: left: `AnyPromise` is for"))
    #expect(run.errors.contains("B.swift:2:8: left: `AnyPromise` is for"))
    #expect(run.errors.components(separatedBy: "Both libraries at once").count == 2)
  }

  @Test func `the version is that of the first entry in the changelog`() throws {
    let migrator = try #require(#filePath.range(of: "/Migrator/Tests/", options: .backwards)).lowerBound
    let changelog = try String(contentsOfFile: #filePath[..<migrator] + "/CHANGELOG.md", encoding: .utf8)
    let heading = try #require(changelog.firstMatch(of: #/\n## \[(?<version>[^\]]+)\]/#))
    let run = try Folder().run("--version")
    #expect(run.status == 0)
    #expect(run.output == "\(heading.version)\n")
  }

  @Test func `the help names the commands`() throws {
    let run = try Folder().run("--help")
    #expect(run.status == 0)
    #expect(run.output.contains("adopt"))
  }
}
