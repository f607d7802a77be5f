import Foundation

/// A hidden file that receives new contents before it takes the place of another file.
///
/// The process that writes it holds a lock, so that a later run can tell the files of a killed run from those in use.
package struct TemporaryFile {
  /// How the names of all temporary files of the program begin.
  package static let namePrefix = ".migrate-promises-"

  let path: String
  private let file: FileDescriptor

  /// Creates an empty file that only the current user can read.
  init(in folder: String) throws(SourceError) {
    // Names have a maximum length, so the name of the replaced file is not part of this one.
    let name = "\(Self.namePrefix)\(getpid())-\(UUID().uuidString)"
    path = URL(fileURLWithPath: folder).appendingPathComponent(name).path
    file = try FileDescriptor(path, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600)
    // File systems without locks only lose the protection from runs at the same time.
    _ = file.lock()
  }

  func adopt(_ other: stat) throws(SourceError) -> Bool { try file.adopt(other) }
  func write(_ contents: [UInt8]) throws(SourceError) { try file.write(contents) }

  /// Removes the file, unless it has taken the place of another one.
  func remove() { unlink(path) }

  /// Removes the temporary files that killed runs have left in the folders of some files.
  package static func removeAbandoned(nextTo paths: [String]) {
    let folders = Set(paths.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent() })
    for folder in folders {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names where name.hasPrefix(namePrefix) {
        let path = folder.appendingPathComponent(name).path
        guard let file = try? FileDescriptor(path, O_RDWR | O_NOFOLLOW), file.lock() else { continue }
        unlink(path)
      }
    }
  }
}
