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

  /// Replaces the contents of a file, and keeps its permissions, its owner and its hard links.
  ///
  /// A reader gets either the old contents or the new ones, because a new file takes the place of the old one. There are
  /// two exceptions, which are overwritten instead: a file with several hard links, and a file whose owner or group the
  /// process cannot give to a new file. If the path is a symbolic link, the file that it leads to is replaced.
  ///
  /// - Parameter old: The contents that the file is expected to have. A file with other contents stays unchanged.
  package static func replace(
    _ path: String, having old: [UInt8], with contents: [UInt8]
  ) throws(SourceError) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard FileManager.default.isWritableFile(atPath: target.path) else {
      throw .unwritable(reason: "it is read-only.")
    }
    var status = stat()
    guard stat(target.path, &status) == 0 else { throw .unwritable }
    let new = try TemporaryFile(in: target.deletingLastPathComponent().path)
    defer { new.remove() }
    guard status.st_nlink == 1, try new.adopt(status) else {
      return try overwrite(target.path, having: old, with: contents)
    }
    try new.write(contents)
    // The comparison comes last, to keep the time before the replacement short.
    guard try read(target.path) == old else { throw .changedMeanwhile }
    guard rename(new.path, target.path) == 0 else { throw .unwritable }
  }

  /// Creates a file, and the folder around it.
  ///
  /// - Returns: `false` if there is a file already, which stays unchanged.
  package static func create(_ path: String, with contents: [UInt8]) throws(SourceError) -> Bool {
    guard !FileManager.default.fileExists(atPath: path) else { return false }
    let url = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(contents).write(to: url, options: .atomic)
      return true
    } catch {
      throw .unwritable(reason: error.localizedDescription)
    }
  }

  /// Writes new contents into an existing file. If they do not fit on the disk, the old ones are written back.
  private static func overwrite(
    _ path: String, having old: [UInt8], with contents: [UInt8]
  ) throws(SourceError) {
    let file = try FileDescriptor(path, O_WRONLY)
    guard try read(path) == old else { throw .changedMeanwhile }
    do throws(SourceError) {
      try file.write(contents)
    } catch {
      try? file.write(old)
      throw error
    }
  }
}
