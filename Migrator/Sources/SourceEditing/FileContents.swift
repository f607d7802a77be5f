import Foundation

/// Reads and replaces files.
package enum FileContents {
  package static func read(_ path: String) throws(SourceError) -> [UInt8] {
    do {
      return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw .unreadable(reason: error.localizedDescription)
    }
  }

  /// Replaces the contents of a file in one step: a reader gets either the old contents or the new ones.
  ///
  /// Permissions are kept. If the path is a symbolic link, the file that it leads to is replaced.
  ///
  /// - Parameters:
  ///   - old: The contents that the file is expected to have. If it has others, it is left.
  package static func replace(
    _ path: String, having old: [UInt8], with contents: [UInt8]
  ) throws(SourceError) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let new = target.deletingLastPathComponent().appendingPathComponent(
      ".\(target.lastPathComponent).\(UUID().uuidString)")
    do {
      guard FileManager.default.isWritableFile(atPath: target.path) else {
        throw SourceError.unwritable(reason: "it is read-only.")
      }
      let permissions = try FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions]
      try Data(contents).write(to: new)
      if let permissions {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: new.path)
      }
      // Last, so that the time between the comparison and the replacement is short.
      guard try read(target.path) == old else { throw SourceError.changedMeanwhile }
      guard rename(new.path, target.path) == 0 else {
        throw SourceError.unwritable(reason: String(cString: strerror(errno)))
      }
    } catch {
      try? FileManager.default.removeItem(at: new)
      throw error as? SourceError ?? .unwritable(reason: error.localizedDescription)
    }
  }
}
