import ArgumentParser
import Foundation
import SourceEditing

/// The files that a command reads.
struct PathOptions: ParsableArguments {
  @Argument(help: "Swift files, and folders to search for Swift files.", completion: .file())
  var paths: [String]

  @Option(help: "A file or folder to exclude. Can be repeated.", completion: .file())
  var exclude: [String] = []

  /// Finds the files.
  ///
  /// - Parameters:
  ///   - isWanted: Whether a file of a folder is wanted, by its name.
  func find(isWanted: @escaping @Sendable (String) -> Bool = { $0.hasSuffix(".swift") }) throws -> FileFinder {
    let finder = FileFinder(paths, excluding: exclude, isWanted: isWanted)
    if let path = finder.missingPaths.first { throw ValidationError("No such file or folder: \(path)") }
    for path in exclude where !FileManager.default.fileExists(atPath: path) {
      throw ValidationError("No such file or folder to exclude: \(path)")
    }
    return finder
  }
}
