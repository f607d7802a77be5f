import Foundation

/// Where the package and its programs are.
struct Place {
  /// The folder of the package.
  let package: URL
  /// The folder of the programs, next to this one.
  let programs: URL
  /// A folder for what is needed for a while.
  let temporary: URL

  init() throws {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    programs = program.deletingLastPathComponent()
    var folder = programs
    while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
      guard folder.path != "/" else { throw Failure("no package around \(program.path)") }
      folder.deleteLastPathComponent()
    }
    package = folder
    temporary = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
  }

  /// The path of a program.
  func path(of program: String) -> String { programs.appendingPathComponent(program).path }

  /// The path of a copy of a program without symbols.
  func stripped(_ program: String) throws -> String {
    let copy = temporary.appendingPathComponent(program)
    if FileManager.default.fileExists(atPath: copy.path) { return copy.path }
    try FileManager.default.copyItem(at: programs.appendingPathComponent(program), to: copy)
    _ = try runOrFail("strip", [copy.path])
    return copy.path
  }

  /// Builds the programs that are measured. `swift run benchmark` builds only this one.
  func build() throws {
    guard programs.lastPathComponent == "release" else { throw Failure("measure with -c release") }
    let scratch = programs.deletingLastPathComponent().deletingLastPathComponent()
    _ = try runOrFail(
      "swift", ["build", "-c", "release", "--package-path", package.path, "--scratch-path", scratch.path])
  }

  func cleanUp() { try? FileManager.default.removeItem(at: temporary) }
}
