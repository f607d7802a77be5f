import Foundation
import SourceEditing
import Testing

/// The files of `Corpus/NAME/Before` and `Corpus/NAME/After`: what a command reads, and what it is to write.
///
/// The files compile before and after the command. Each module lists its programs in a file `Programs.swift`, which the
/// command leaves unchanged:
///
///     package let programs: [(name: String, run: @Sendable () async throws -> [String])] = [ … ]
///
/// A program returns the lines that it would print.
struct Corpus {
  /// A file of `Before`, after the command.
  struct Result {
    /// The path in `Before`, such as `Chains.swift`.
    let name: String
    var text = ""
    var remarks: [Remark] = []
    var changeCount = 0
  }

  private let commands: [any Rewriter]
  private let before: URL
  private let after: URL

  /// Finds the files of a command.
  ///
  /// - Parameters:
  ///   - name: The folder in `Corpus`.
  ///   - part: A folder in `Before` and `After`, if only its files are meant.
  ///   - commands: What runs, one after the other.
  init(_ name: String, part: String = "", commands: any Rewriter...) {
    let migrator = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let corpus = migrator.appendingPathComponent("Corpus").appendingPathComponent(name)
    before = corpus.appendingPathComponent("Before").appendingPathComponent(part).standardized
    after = corpus.appendingPathComponent("After").appendingPathComponent(part).standardized
    self.commands = commands
  }

  /// Runs the command on the files of `Before`, as the program does.
  func results() throws -> [Result] { try run(on: before) }

  /// Expects that the command turns `Before` into `After`, byte for byte.
  ///
  /// With the environment variable `UPDATE_CORPUS`, the results are written to `After` instead.
  func expectAfter() throws {
    let results = try results()
    try #require(!results.isEmpty)
    if ProcessInfo.processInfo.environment["UPDATE_CORPUS"] != nil {
      for result in results {
        let url = after.appendingPathComponent(result.name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(result.text.utf8).write(to: url)
      }
      return
    }
    #expect(results.map(\.name) == Self.files(of: after).map(\.name), "Before and After contain the same files")
    for result in results {
      let expected = try String(contentsOf: after.appendingPathComponent(result.name), encoding: .utf8)
      let diff = UnifiedDiff(from: expected, to: result.text, path: result.name)
      #expect(diff.description.isEmpty, "- After, + what the command wrote:\n\(diff)")
    }
  }

  /// Expects that the command changes nothing in `After`.
  func expectNothingToDo() throws {
    let results = try run(on: after)
    try #require(!results.isEmpty)
    for result in results {
      let old = try String(contentsOf: after.appendingPathComponent(result.name), encoding: .utf8)
      let diff = UnifiedDiff(from: old, to: result.text, path: result.name)
      #expect(diff.description.isEmpty, "a second run changes:\n\(diff)")
      #expect(result.changeCount == 0, "a second run counts changes in \(result.name)")
    }
  }

  private func run(on folder: URL) throws -> [Result] {
    let names = Self.files(of: folder)
    var sources = try names.map { try SourceText(reading: $0.path) }
    var results = names.map { Result(name: $0.name) }
    for command in commands {
      let rewritings = command.rewriteAll(sources)
      for (index, rewriting) in rewritings.enumerated() {
        let contents = try sources[index].applying(rewriting.edits)
        sources[index] = try SourceText(path: sources[index].path, contents: contents)
        results[index].text = String(decoding: contents, as: UTF8.self)
        results[index].remarks += rewriting.remarks
        results[index].changeCount += rewriting.changeCount
      }
    }
    return results
  }

  private static func files(of folder: URL) -> [(name: String, path: String)] {
    FileFinder([folder.path]).files.map { (String($0.dropFirst(folder.path.count + 1)), $0) }
  }
}

/// A program of a corpus.
typealias Program = (name: String, run: @Sendable () async throws -> [String])

/// Expects that a program returns the same lines before and after a command.
///
/// Parameterize a test by the names of the programs, `arguments: AddBefore.programs.map(\.name)`.
func expectSameLines(_ name: String, before: [Program], after: [Program]) async throws {
  #expect(before.map(\.name) == after.map(\.name), "the programs before and after have the same names")
  let old = try #require(before.first { $0.name == name })
  let new = try #require(after.first { $0.name == name })
  let expected = try await old.run()
  let lines = try await new.run()
  #expect(!expected.isEmpty, "a program that returns no line shows nothing")
  let diff = UnifiedDiff(
    from: expected.joined(separator: "\n"), to: lines.joined(separator: "\n"), path: name, context: 1)
  #expect(diff.description.isEmpty, "- before, + after:\n\(diff)")
}
