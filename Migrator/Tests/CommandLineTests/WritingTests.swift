import Foundation
import Testing

struct WritingTests {
  private static let before = "import PromiseKit\nlet one = Promise.value(1)\n"
  private static let after = "@_spi(PromiseKit) import PromiseKitVocabulary\nlet one = Promise.value(1)\n"
  private static let adopt = ["adopt", "--from", "promisekit", "."]

  @Test func `a file with hard links is changed under all of its names`() throws {
    let folder = try Folder()
    try folder.write("A.swift", Self.before)
    let (file, link) = (folder.url.appendingPathComponent("A.swift"), folder.url.appendingPathComponent("A.link"))
    try FileManager.default.linkItem(at: file, to: link)
    let run = try folder.run(arguments: Self.adopt)
    #expect(run.errors == "Changed 1 import, name or callback in 1 of 1 file; 0 left.\n")
    #expect(try folder.text("A.link") == Self.after)
  }

  @Test(arguments: [true, false])
  func `a file that does not fit on the disk stays unchanged and is not counted`(hasLinks: Bool) throws {
    let folder = try Folder()
    let long =
      Self.before + String(repeating: "// A long line of a long file, which is longer than the limit.\n", count: 99)
    try folder.write("A.swift", long)
    try folder.write("B.swift", Self.before)
    let (file, link) = (folder.url.appendingPathComponent("A.swift"), folder.url.appendingPathComponent("A.link"))
    if hasLinks { try FileManager.default.linkItem(at: file, to: link) }
    // A limit for the size of files has the effect of a full disk.
    let run = try folder.run(arguments: Self.adopt, after: "trap '' XFSZ; ulimit -f 1")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("A.swift:1:1: left: The file cannot be replaced: "))
    #expect(run.errors.hasSuffix("Changed 1 import, name or callback in 1 of 2 files; 1 left.\n"))
    #expect(try folder.text("A.swift") == long)
    #expect(try folder.text("B.swift") == Self.after)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.sorted() == (hasLinks ? ["A.link"] : []) + ["A.swift", "B.swift"])
  }

  @Test(.enabled(if: geteuid() != 0, "The superuser can write to every folder."))
  func `files of a read-only folder stay unchanged and are not counted`() throws {
    let folder = try Folder()
    try folder.write("A.swift", Self.before)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
    let run = try folder.run(arguments: Self.adopt)
    #expect(run.status == 1)
    #expect(run.errors.hasSuffix("Changed 0 imports, names or callbacks in 0 of 1 file; 1 left.\n"))
    #expect(try folder.text("A.swift") == Self.before)
  }

  @Test func `a run removes the temporary files that a killed run has left`() throws {
    let folder = try Folder()
    try folder.write("Sources/A.swift", Self.before)
    try folder.write("Sources/.migrate-promises-1-0", "half of")
    #expect(try folder.run(arguments: Self.adopt).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("Sources").path)
    #expect(names == ["A.swift"])
  }
}
