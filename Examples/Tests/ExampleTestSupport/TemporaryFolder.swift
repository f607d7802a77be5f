package import Foundation

/// A new folder, which is removed with the value.
package final class TemporaryFolder: Sendable {
  /// The location of the folder.
  package let url: URL

  /// The path of the folder.
  package var path: String { url.path }

  /// Creates an empty folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("examples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of the entries of the folder, in no particular order.
  package var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  /// Returns the location of an entry, whether or not it exists.
  package func location(of name: String) -> URL { url.appendingPathComponent(name) }

  /// Creates or replaces a file, and creates the folders that contain it.
  package func write(_ text: String, to name: String) throws {
    let file = location(of: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Creates a symbolic link to a path, which need not exist.
  package func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(atPath: location(of: name).path, withDestinationPath: destination)
  }

  /// Gives a file another name, which is not a symbolic link.
  package func addName(_ name: String, of file: String) throws {
    try FileManager.default.linkItem(at: location(of: file), to: location(of: name))
  }

  /// Removes an entry.
  package func remove(_ name: String) throws { try FileManager.default.removeItem(at: location(of: name)) }

  /// Sets the size of a file, which is created if necessary. The bytes that are added are zeros and take no space.
  package func resize(_ name: String, to bytes: UInt64) throws {
    let file = location(of: name)
    if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: bytes)
    try handle.close()
  }

  /// Sets the permissions of an entry.
  package func setPermissions(_ permissions: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: location(of: name).path)
  }
}
