import ArgumentParser
import Foundation
import Mutating
import SourceEditing

/// Writes the mutants of modules into a copy of a package.
@main struct Mutate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes mutants of the modules of a package, each behind a switch. See Scripts/check-mutants.")

  @Option(help: "The root of the package to mutate.") var sources: String
  @Option(help: "The root of a copy of the package. Its sources are replaced with mutated sources.")
  var copy: String?
  @Option(help: "The path of the JSON file to which the list of all mutants is written.") var list: String
  @Option(help: "A file with the numbers of the mutants to write, one per line. The default is all mutants.")
  var only: String?
  @Argument(help: "The names of the modules.") var modules: [String]

  func run() throws {
    let files = try modules.map { module in
      let finder = FileFinder(["\(sources)/Sources/\(module)"])
      return (module, try finder.files.map { try SourceText(path: relative($0), contents: FileContents.read($0)) })
    }
    let package = MutatedPackage(files)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    try encoder.encode(package.mutants).write(to: URL(fileURLWithPath: list))
    guard let copy else { return }
    let wanted = try numbers(only)
    for (path, text) in package.texts(where: { wanted?.contains($0.number) != false }) {
      try write(text, to: "\(copy)/\(path)")
    }
    for module in modules { try write(MutatedFile.runtime, to: "\(copy)/Sources/\(module)/MutantSwitch.swift") }
  }

  private func relative(_ path: String) -> String { String(path.dropFirst(sources.count + 1)) }

  private func numbers(_ path: String?) throws -> Set<Int>? {
    guard let path else { return nil }
    return Set(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { Int($0) })
  }

  /// Writes a file only if its text has changed, so that a build does not recompile unchanged files.
  private func write(_ text: String, to path: String) throws {
    if let old = try? String(contentsOfFile: path, encoding: .utf8), old == text { return }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
