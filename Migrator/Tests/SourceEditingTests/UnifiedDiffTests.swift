import Foundation
import Testing

@testable import SourceEditing

@Suite struct UnifiedDiffTests {
  private func diff(_ old: String, _ new: String, path: String = "A.swift") -> String {
    UnifiedDiff(from: old, to: new, path: path).description
  }

  private func lines(_ range: ClosedRange<Int>) -> String { range.map { "\($0)\n" }.joined() }

  @Test func `equal texts have no difference`() {
    #expect(diff("a\n", "a\n") == "")
    #expect(diff("", "") == "")
  }

  @Test func `a change has three lines of context`() {
    #expect(
      diff(lines(1...9), lines(1...4) + "five\n" + lines(6...9)) == """
        --- a/A.swift
        +++ b/A.swift
        @@ -2,7 +2,7 @@
         2
         3
         4
        -5
        +five
         6
         7
         8

        """)
  }

  @Test func `changes that are far apart are hunks of their own, and near ones are not`() {
    let old = lines(1...30)
    let far = diff(old, "0\n" + lines(1...20) + lines(22...30))
    #expect(far.split(separator: "\n").filter { $0.hasPrefix("@@") } == ["@@ -1,3 +1,4 @@", "@@ -18,7 +19,6 @@"])
    let near = diff(old, lines(1...9) + lines(11...16) + lines(18...30))
    #expect(near.split(separator: "\n").filter { $0.hasPrefix("@@") } == ["@@ -7,14 +7,12 @@"])
    let apart = diff(old, lines(1...9) + lines(11...17) + lines(19...30))
    #expect(apart.split(separator: "\n").count { $0.hasPrefix("@@") } == 2)
  }

  @Test func `a text can appear and disappear`() {
    #expect(diff("", "a\nb\n") == "--- a/A.swift\n+++ b/A.swift\n@@ -0,0 +1,2 @@\n+a\n+b\n")
    #expect(diff("a\n", "") == "--- a/A.swift\n+++ b/A.swift\n@@ -1,1 +0,0 @@\n-a\n")
  }

  @Test func `a last line without a line feed is marked`() {
    let mark = "\\ No newline at end of file\n"
    #expect(
      diff("a\nb", "a\nb\n") == "--- a/A.swift\n+++ b/A.swift\n@@ -1,2 +1,2 @@\n a\n-b\n\(mark)+b\n")
    #expect(diff("a", "b") == "--- a/A.swift\n+++ b/A.swift\n@@ -1,1 +1,1 @@\n-a\n\(mark)+b\n\(mark)")
    #expect(diff("x\na", "y\na") == "--- a/A.swift\n+++ b/A.swift\n@@ -1,2 +1,2 @@\n-x\n+y\n a\n\(mark)")
  }

  @Test func `a change of line endings is a change`() {
    #expect(diff("a\r\n", "a\n") == "--- a/A.swift\n+++ b/A.swift\n@@ -1,1 +1,1 @@\n-a\r\n+a\n")
  }

  @Test(arguments: [
    ("Folder/A.swift", "--- a/Folder/A.swift\n+++ b/Folder/A.swift\n"),
    ("A File.swift", "--- a/A File.swift\t\n+++ b/A File.swift\t\n"),
    ("'ü'.swift", "--- a/'ü'.swift\n+++ b/'ü'.swift\n"),
    (#"a "b"\ü.swift"#, #"--- "a/a \"b\"\\\303\274.swift""# + "\n" + #"+++ "b/a \"b\"\\\303\274.swift""# + "\n"),
    ("a\nb.swift", #"--- "a/a\012b.swift""# + "\n" + #"+++ "b/a\012b.swift""# + "\n"),
  ])
  func `names are written as Git writes them`(path: String, header: String) {
    #expect(diff("", "x\n", path: path) == header + "@@ -0,0 +1,1 @@\n+x\n")
  }

  @Test(arguments: 0..<300) func `applying the difference of generated texts gives the new text`(seed: Int) throws {
    let (old, new) = Self.texts(seed: seed)
    let description = diff(old, new)
    #expect(Array(try DiffApplier.apply(description, to: old).utf8) == Array(new.utf8))
    #expect(description.isEmpty == (Array(old.utf8) == Array(new.utf8)))
  }

  @Test(arguments: ["A.swift", "A File.swift", "it's \"ü\".swift"], 0..<7)
  func `git apply and patch accept the difference`(name: String, seed: Int) throws {
    let (old, new) = Self.texts(seed: seed)
    guard Array(old.utf8) != Array(new.utf8) else { return }
    let folder = try TemporaryFolder()
    for command in [["git", "apply", "--whitespace=nowarn"], ["patch", "-p1", "--binary", "--silent", "--force"]] {
      let tool = command[0]
      try folder.file("\(tool)/\(name)", old)
      let difference = try folder.file("\(tool).diff", diff(old, new, path: name))
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.currentDirectoryURL = URL(fileURLWithPath: "\(folder.path)/\(tool)")
      // The folder is no part of a repository around it.
      process.environment = ProcessInfo.processInfo.environment.merging(["GIT_CEILING_DIRECTORIES": folder.path]) { $1 }
      process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: difference))
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let messages = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      // `env` exits with 127 if there is no such tool.
      if process.terminationStatus == 127 { continue }
      #expect(process.terminationStatus == 0, "\(tool): \(messages)")
      #expect(Array(try folder.contents("\(tool)/\(name)").utf8) == Array(new.utf8), "\(tool)")
    }
  }

  /// Returns a generated text and an edited copy.
  private static func texts(seed: Int) -> (old: String, new: String) {
    var random = SeededGenerator(seed: seed)
    func line() -> String {
      ["a", "b", "", "é", "  c", "+d", "-e", "@@ -1,1 +1,1 @@", "--- a/x"].randomElement(using: &random)!
        + ["\n", "\n", "\n", "\r\n"].randomElement(using: &random)!
    }
    let lines = (0..<Int.random(in: 0...40, using: &random)).map { _ in line() }
    var changed: [String] = []
    for old in lines {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: break
      case 1: changed.append(line())
      case 2: changed += [old, line()]
      default: changed.append(old)
      }
    }
    var (old, new) = (lines.joined(), changed.joined())
    if Bool.random(using: &random), old.utf8.last == 0x0A { old = withoutLineFeed(old) }
    if Bool.random(using: &random), new.utf8.last == 0x0A { new = withoutLineFeed(new) }
    return (old, new)
  }

  private static func withoutLineFeed(_ text: String) -> String {
    String(decoding: text.utf8.dropLast(), as: UTF8.self)
  }
}
