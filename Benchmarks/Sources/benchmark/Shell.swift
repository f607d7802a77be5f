import Foundation

/// The output and exit status of a program.
struct Outcome {
  let output: String
  let errors: String
  let status: Int32

  var isGood: Bool { status == 0 }
  /// The lines of the output, split at tabs.
  var table: [[String]] {
    output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
  }
}

/// The reason why a measurement failed.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Runs a program, given by path or name, and waits for it.
func run(_ program: String, _ arguments: [String]) throws -> Outcome {
  // The output goes to files, because a pipe may fill up before the program ends.
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let files = ["output", "errors"].map { folder.appendingPathComponent($0) }
  for file in files { try Data().write(to: file) }

  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  process.standardOutput = try FileHandle(forWritingTo: files[0])
  process.standardError = try FileHandle(forWritingTo: files[1])
  try process.run()
  process.waitUntilExit()
  let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
  let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
  return Outcome(output: texts[0], errors: texts[1], status: status)
}

/// Runs a program, and throws if it fails.
func runOrFail(_ program: String, _ arguments: [String]) throws -> Outcome {
  let outcome = try run(program, arguments)
  guard outcome.isGood else {
    throw Failure("\(program) \(arguments.joined(separator: " ")) ended with \(outcome.status)\n\(outcome.errors)")
  }
  return outcome
}

/// Returns whether a program of this name exists.
func exists(_ program: String) -> Bool { (try? run("which", [program]).isGood) ?? false }
