import Foundation
import Testing

@testable import SourceEditing

@Suite struct FileFinderTests {
  @Test func `a folder is searched for Swift files, in the order of their names`() throws {
    let folder = try TemporaryFolder()
    for name in ["b.swift", "a/c.swift", "a/b/d.swift", "e.txt", "swift", "f.swift.orig"] { try folder.file(name) }
    let finder = FileFinder([folder.path])
    #expect(folder.relative(finder.files) == ["a/b/d.swift", "a/c.swift", "b.swift"])
    #expect(finder.remarks.isEmpty && finder.missingPaths.isEmpty)
    #expect(FileFinder([folder.path + "/"]).files == finder.files)
  }

  @Test func `hidden folders and folders of others are left out unless they are named`() throws {
    let folder = try TemporaryFolder()
    for name in [".build/a.swift", ".b.swift", "Pods/c.swift", "d/Carthage/e.swift", "PodsExtra/f.swift"] {
      try folder.file(name)
    }
    #expect(folder.relative(FileFinder([folder.path]).files) == ["PodsExtra/f.swift"])
    let named = FileFinder(["\(folder.path)/Pods", "\(folder.path)/.build", "\(folder.path)/.b.swift"])
    #expect(folder.relative(named.files) == ["Pods/c.swift", ".build/a.swift", ".b.swift"])
  }

  @Test func `names with spaces, quotes and other characters are found`() throws {
    let folder = try TemporaryFolder()
    let names = ["a 'quote' \"and\" $x.swift", "new\nline.swift", "ü ☃.swift"]
    for name in names { try folder.file("with space/\(name)") }
    #expect(Set(folder.relative(FileFinder([folder.path]).files)) == Set(names.map { "with space/\($0)" }))
  }

  @Test func `a symbolic link to a file counts as that file, and one to a folder is not followed`() throws {
    let folder = try TemporaryFolder()
    let outside = try TemporaryFolder()
    try folder.file("a.swift")
    try folder.link("b.swift", to: "a.swift")
    try folder.link("c.swift", to: try outside.file("c.swift"))
    try folder.link("folder", to: outside.path)
    try folder.link("folder.swift", to: outside.path)
    try folder.link("cycle", to: ".")
    try folder.link("cycle.swift", to: "cycle.swift")
    try folder.link("broken.swift", to: "nothing.swift")
    let finder = FileFinder([folder.path])
    #expect(folder.relative(finder.files) == ["a.swift", "c.swift"])
    #expect(finder.remarks.isEmpty)
    #expect(folder.relative(FileFinder(["\(folder.path)/folder"]).files) == ["folder/c.swift"])
  }

  @Test func `a file is found once, however often it is named`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.swift")
    #expect(FileFinder([file, folder.path, "\(folder.path)/./a.swift", folder.path]).files == [file])
  }

  @Test func `files that are named are found even if their names end otherwise`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("main.swift.in")
    #expect(FileFinder([file]).files == [file])
  }

  @Test func `other names can be wanted`() throws {
    let folder = try TemporaryFolder()
    for name in ["Podfile", "a.swift", "b/Cartfile"] { try folder.file(name) }
    #expect(
      folder.relative(FileFinder([folder.path]) { $0.hasSuffix("file") }.files) == ["Podfile", "b/Cartfile"])
  }

  @Test func `excluded files and folders are left out, also by another path`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.swift", "b/c.swift", "b/d.swift", "e/f.swift"] { try folder.file(name) }
    let finder = FileFinder([folder.path], excluding: ["\(folder.path)/e/../b/c.swift", "\(folder.path)/e/"])
    #expect(folder.relative(finder.files) == ["a.swift", "b/d.swift"])
  }

  @Test func `paths that do not exist are listed`() throws {
    let folder = try TemporaryFolder()
    let finder = FileFinder(["\(folder.path)/a.swift", folder.path])
    #expect(finder.missingPaths == ["\(folder.path)/a.swift"])
    #expect(finder.files.isEmpty)
  }

  @Test(.enabled(if: getuid() != 0)) func `a folder that cannot be read is a remark`() throws {
    let folder = try TemporaryFolder()
    try folder.file("a/b.swift")
    try folder.setPermissions(0, of: "a")
    let finder = FileFinder([folder.path])
    try folder.setPermissions(0o700, of: "a")
    #expect(finder.files.isEmpty)
    #expect(finder.remarks.map(\.reason) == ["unreadable"])
    #expect(folder.relative(finder.remarks.map(\.path)) == ["a"])
  }

  @Test func `paths do not begin with the current folder`() {
    // The folder in which the tests run does not matter: what is missing keeps the path that is shown.
    #expect(FileFinder(["./no such folder", ".//./no such file"]).missingPaths == ["no such folder", "no such file"])
    #expect(FileFinder([".", "./"], isWanted: { _ in true }).files.allSatisfy { !$0.hasPrefix("./") })
  }
}
