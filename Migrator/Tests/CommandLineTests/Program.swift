import Foundation
import Testing

/// A folder with files for the program to change. It is deleted with the value.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("migrate-promises-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    try? FileManager.default.removeItem(at: url)
  }

  func write(_ name: String, _ contents: String) throws { try write(name, Array(contents.utf8)) }

  func write(_ name: String, _ contents: [UInt8]) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(contents).write(to: file)
  }

  func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url.appendingPathComponent(name))) }

  func text(_ name: String) throws -> String { String(decoding: try read(name), as: UTF8.self) }

  /// Runs the program in the folder.
  func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    try run(arguments: arguments)
  }

  /// Runs the program in the folder.
  ///
  /// - Parameter setup: Commands that a shell runs before the program, in the same process.
  func run(arguments: [String], after setup: String? = nil) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = setup == nil ? Self.program : URL(fileURLWithPath: "/bin/sh")
    let shell = setup.map { ["-c", "\($0); exec \"$0\" \"$@\"", Self.program.path] } ?? []
    process.arguments = shell + arguments
    process.currentDirectoryURL = url
    // Files cannot fill up as pipes can.
    let outputs = try ["output", "errors"].map { name in
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(url.lastPathComponent).\(name)")
      FileManager.default.createFile(atPath: file.path, contents: nil)
      return (file, try FileHandle(forWritingTo: file))
    }
    defer { for (file, _) in outputs { try? FileManager.default.removeItem(at: file) } }
    process.standardOutput = outputs[0].1
    process.standardError = outputs[1].1
    try process.run()
    process.waitUntilExit()
    let texts = try outputs.map { String(decoding: try Data(contentsOf: $0.0), as: UTF8.self) }
    return (process.terminationStatus, texts[0], texts[1])
  }

  /// The program that was built with the tests.
  private static var program: URL {
    let folder =
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
      ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    return folder.appendingPathComponent("migrate-promises")
  }
}
