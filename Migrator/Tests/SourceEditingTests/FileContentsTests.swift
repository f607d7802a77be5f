import Foundation
import Testing

@testable import SourceEditing

@Suite struct FileContentsTests {
  private let old = Array("old\n".utf8)
  private let new = Array("new\n".utf8)

  @Test func `replacing a file keeps its permissions and leaves no other file`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a 'b'.swift", "old\n")
    try folder.setPermissions(0o751, of: "a 'b'.swift")
    try FileContents.replace(file, having: old, with: new)
    #expect(try FileContents.read(file) == new)
    #expect(try folder.permissions(of: "a 'b'.swift") == 0o751)
    #expect(try folder.names() == ["a 'b'.swift"])
  }

  @Test func `a file that has changed meanwhile is not replaced`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.swift", "old\nand a line\n")
    #expect(throws: SourceError.changedMeanwhile) { try FileContents.replace(file, having: old, with: new) }
    #expect(try folder.contents("a.swift") == "old\nand a line\n")
    #expect(try folder.names() == ["a.swift"])
  }

  @Test func `a reader that has opened the file keeps the old contents`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.swift", "old\n")
    let handle = try #require(FileHandle(forReadingAtPath: file))
    try FileContents.replace(file, having: old, with: new)
    #expect(try handle.readToEnd() == Data("old\n".utf8))
  }

  @Test func `a symbolic link stays, and the file that it leads to is replaced`() throws {
    let folder = try TemporaryFolder()
    try folder.file("sub/a.swift", "old\n")
    let link = try folder.link("b.swift", to: "sub/a.swift")
    let second = try folder.link("c.swift", to: "b.swift")
    try FileContents.replace(second, having: old, with: new)
    #expect(try folder.contents("sub/a.swift") == "new\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "sub/a.swift")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: second) == "b.swift")
    #expect(try folder.names() == ["b.swift", "c.swift", "sub"])
  }

  @Test func `all hard links of a file lead to the new contents`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.swift", "old\n")
    try folder.hardLink("b.swift", to: "a.swift")
    let number = try folder.attribute(.systemFileNumber, of: "a.swift")
    for contents in [Array("new, and longer\n".utf8), new] {
      try FileContents.replace(file, having: FileContents.read(file), with: contents)
      #expect(try Array(folder.contents("b.swift").utf8) == contents)
    }
    #expect(try folder.attribute(.systemFileNumber, of: "a.swift") == number)
    #expect(try folder.attribute(.referenceCount, of: "b.swift") == 2)
    #expect(try folder.names() == ["a.swift", "b.swift"])
  }

  @Test func `a file with hard links that has changed meanwhile is not replaced`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.swift", "old\nand a line\n")
    try folder.hardLink("b.swift", to: "a.swift")
    #expect(throws: SourceError.changedMeanwhile) { try FileContents.replace(file, having: old, with: new) }
    #expect(try folder.contents("b.swift") == "old\nand a line\n")
    #expect(try folder.names() == ["a.swift", "b.swift"])
  }

  @Test(.enabled(if: geteuid() == 0, "Only the superuser can give files away."))
  func `replacing a file keeps its owner, its group and the permissions that depend on them`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.swift", "old\n")
    try #require(chown(file, 1234, 2345) == 0)
    try folder.setPermissions(0o2750, of: "a.swift")
    try FileContents.replace(file, having: old, with: new)
    #expect(try folder.contents("a.swift") == "new\n")
    #expect(try folder.attribute(.ownerAccountID, of: "a.swift") == 1234)
    #expect(try folder.attribute(.groupOwnerAccountID, of: "a.swift") == 2345)
    #expect(try folder.permissions(of: "a.swift") == 0o2750)
  }

  @Test func `a file with a name of the maximum length is replaced`() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "a", count: 249) + ".swift"
    let file = try folder.file(name, "old\n")
    try FileContents.replace(file, having: old, with: new)
    #expect(try folder.contents(name) == "new\n")
    #expect(try folder.names() == [name])
  }

  @Test func `temporary files are removed unless a process uses them`() throws {
    let folder = try TemporaryFolder()
    try folder.file("sub/a.swift")
    let link = try folder.link("b.swift", to: "sub/a.swift")
    let used = try TemporaryFile(in: "\(folder.path)/sub")
    defer { used.remove() }
    try folder.file("sub/\(TemporaryFile.namePrefix)1-A")
    try folder.file("\(TemporaryFile.namePrefix)1-B")
    try folder.file("sub/.other")
    TemporaryFile.removeAbandoned(nextTo: [link])
    // The folder of the link itself is not written to.
    #expect(try folder.names() == ["\(TemporaryFile.namePrefix)1-B", "b.swift", "sub"])
    let rest = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/sub")
    #expect(rest.sorted() == [URL(fileURLWithPath: used.path).lastPathComponent, ".other", "a.swift"].sorted())
  }

  @Test(.enabled(if: getuid() != 0)) func `a read-only file is not replaced`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.swift", "old\n")
    try folder.setPermissions(0o444, of: "a.swift")
    #expect(throws: SourceError.unwritable(reason: "it is read-only.")) {
      try FileContents.replace(file, having: old, with: new)
    }
    #expect(try folder.contents("a.swift") == "old\n")
    #expect(try folder.names() == ["a.swift"])
  }

  @Test func `what cannot be replaced stays as it is`() throws {
    let folder = try TemporaryFolder()
    try folder.file("a.swift/b.swift")
    #expect(throws: SourceError.self) { try FileContents.replace("\(folder.path)/a.swift", having: old, with: new) }
    #expect(throws: SourceError.self) {
      try FileContents.replace("\(folder.path)/missing.swift", having: old, with: new)
    }
    #expect(try folder.names() == ["a.swift"])
  }

  @Test func `what cannot be read is an error`() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path, "\(folder.path)/missing.swift"] {
      #expect {
        try SourceText(reading: path)
      } throws: { error in
        if case .unreadable(let reason)? = error as? SourceError { !reason.isEmpty } else { false }
      }
    }
  }

  @Test(.enabled(if: getuid() != 0)) func `a file without permission to read is an error`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.swift")
    try folder.setPermissions(0, of: "a.swift")
    #expect(throws: SourceError.self) { try FileContents.read(file) }
  }
}
