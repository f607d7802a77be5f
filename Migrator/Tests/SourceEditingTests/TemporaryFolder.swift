import Foundation

/// A folder that is removed with its contents when nothing refers to it.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("migrator \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Creates a file, and the folders that contain it.
  @discardableResult func file(_ name: String, _ contents: String = "let a = 1\n") throws -> String {
    let file = "\(path)/\(name)"
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(contents.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Creates a symbolic link.
  @discardableResult func link(_ name: String, to target: String) throws -> String {
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
    return "\(path)/\(name)"
  }

  /// Creates a hard link.
  @discardableResult func hardLink(_ name: String, to target: String) throws -> String {
    try FileManager.default.linkItem(atPath: "\(path)/\(target)", toPath: "\(path)/\(name)")
    return "\(path)/\(name)"
  }

  /// Returns paths relative to the folder.
  func relative(_ paths: [String]) -> [String] { paths.map { String($0.dropFirst(path.count + 1)) } }

  func contents(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
  }

  /// The names of all files, also of hidden ones.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

  func setPermissions(_ permissions: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: "\(path)/\(name)")
  }

  /// An attribute of a file, such as its owner.
  func attribute(_ key: FileAttributeKey, of name: String) throws -> Int? {
    try (FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[key] as? NSNumber)?.intValue
  }

  func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
  }
}
