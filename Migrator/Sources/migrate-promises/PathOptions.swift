import ArgumentParser
import Foundation
import SourceEditing

/// Which files a command reads.
struct PathOptions: ParsableArguments {
  @Argument(help: "Swift files, and folders to search for them.", completion: .file())
  var paths: [String]

  @Option(help: "A file or folder to leave out. Can be repeated.", completion: .file())
  var exclude: [String] = []

  /// Finds the files.
  ///
  /// - Parameters:
  ///   - isWanted: Whether a file of a folder is wanted, by its name.
  func find(isWanted: @escaping @Sendable (String) -> Bool = { $0.hasSuffix(".swift") }) throws -> FileFinder {
    let finder = FileFinder(paths, excluding: exclude, isWanted: isWanted)
    if let path = finder.missingPaths.first { throw ValidationError("There is no file or folder \(path).") }
    for path in exclude where !FileManager.default.fileExists(atPath: path) {
      throw ValidationError("There is no file or folder \(path) to leave out.")
    }
    return finder
  }
}
