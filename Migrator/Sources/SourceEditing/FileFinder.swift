import Foundation

/// Finds the Swift files of folders.
package struct FileFinder: Sendable {
  /// Folders with third-party code or build products. They are searched only if they are named.
  static let skippedFolders: Set<String> = ["Pods", "Carthage", "DerivedData", "node_modules"]

  /// The files without duplicates, in the order of their names.
  package private(set) var files: [String] = []
  /// Remarks on folders that cannot be read.
  package private(set) var remarks: [Remark] = []
  /// The paths that do not exist.
  package private(set) var missingPaths: [String] = []
  private var seen: Set<String> = []
  private let excluded: Set<String>
  private let isWanted: @Sendable (String) -> Bool

  /// Searches files and folders.
  ///
  /// Hidden folders and ``skippedFolders`` are skipped, and symbolic links to folders are not followed. A symbolic link
  /// to a file counts as the file.
  ///
  /// - Parameters:
  ///   - excluded: Files and folders to skip.
  ///   - isWanted: Whether a folder is searched for files with this name. Files that are named in `paths` are always
  ///     included.
  package init(
    _ paths: [String], excluding excluded: [String] = [],
    isWanted: @escaping @Sendable (String) -> Bool = { $0.hasSuffix(".swift") }
  ) {
    self.isWanted = isWanted
    self.excluded = Set(excluded.map(Self.realPath))
    for path in paths.map(Self.withoutCurrentFolder) {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        missingPaths.append(path)
        continue
      }
      if isFolder.boolValue { search(path) } else { add(path) }
    }
  }

  /// Returns a path without `./` at its beginning, which `git apply` refuses in a diff.
  private static func withoutCurrentFolder(_ path: String) -> String {
    var path = path[...]
    while path.hasPrefix("./") { path = path.dropFirst(2).drop { $0 == "/" } }
    return path.isEmpty ? "." : String(path)
  }

  private static func realPath(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  private mutating func search(_ folder: String) {
    guard !excluded.contains(Self.realPath(folder)) else { return }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      remarks.append(Remark(.unreadable(reason: error.localizedDescription), path: folder))
      return
    }
    for name in names where !name.hasPrefix(".") {
      let path = folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
      switch type {
      case .typeDirectory? where !Self.skippedFolders.contains(name): search(path)
      case .typeRegular? where isWanted(name): add(path)
      case .typeSymbolicLink? where isWanted(name):
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue { add(path) }
      default: break
      }
    }
  }

  private mutating func add(_ path: String) {
    let real = Self.realPath(path)
    if !excluded.contains(real), seen.insert(real).inserted { files.append(path) }
  }
}
