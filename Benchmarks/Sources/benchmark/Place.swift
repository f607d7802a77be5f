import Foundation

/// The locations of the package and its programs.
struct Place {
  /// The folder of the package.
  let package: URL
  /// The folder of the programs, next to this one.
  let programs: URL
  /// A folder for temporary files.
  let temporary: URL

  init() throws {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    programs = program.deletingLastPathComponent()
    var folder = programs
    while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
      guard folder.path != "/" else { throw Failure("No folder that contains \(program.path) is a package.") }
      folder.deleteLastPathComponent()
    }
    package = folder
    temporary = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
  }

  /// Returns the path of a program.
  func path(of program: String) -> String { programs.appendingPathComponent(program).path }

  /// Returns the path of a stripped copy of a program.
  func stripped(_ program: String) throws -> String {
    let copy = temporary.appendingPathComponent(program)
    if FileManager.default.fileExists(atPath: copy.path) { return copy.path }
    try FileManager.default.copyItem(at: programs.appendingPathComponent(program), to: copy)
    _ = try runOrFail("strip", [copy.path])
    return copy.path
  }

  /// Builds the measured programs, because `swift run benchmark` builds only this one.
  func build() throws {
    guard programs.lastPathComponent == "release" else { throw Failure("Run the benchmarks with -c release.") }
    let scratch = programs.deletingLastPathComponent().deletingLastPathComponent()
    _ = try runOrFail(
      "swift", ["build", "-c", "release", "--package-path", package.path, "--scratch-path", scratch.path])
  }

  func cleanUp() { try? FileManager.default.removeItem(at: temporary) }
}
