import Foundation
import PromiseConcurrency
import PromiseFoundation

/// The program, which the tests run in processes of its own.
enum Treescan {
  /// The program that was built with the tests, which is beside their bundle.
  static let executable: URL = {
    let bundle =
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return bundle.deletingLastPathComponent().appendingPathComponent("treescan")
  }()

  /// What a scan has printed, and how it ended.
  struct Outcome {
    let status: Int32
    /// The lines of the standard output.
    let report: [String]
    /// The lines of the standard error output, in byte order. Files that are read concurrently have no order.
    let remarks: [String]

    /// Creates the outcome from the output of an exited process.
    init(status: Int32, output: String, errorLines: [String]) {
      self.status = status
      report = output.lines
      remarks = errorLines.sorted()
    }
  }

  /// Runs the program until it exits.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the program.
  ///   - folder: The current folder of the program. The default is that of the tests.
  ///   - prefix: A command and its arguments that runs another one, such as `["env"]`.
  ///   - executable: The location of the program. The default is where it was built.
  static func run(
    _ arguments: [String], in folder: URL? = nil, with prefix: [String] = [], executable: URL = executable
  ) async throws -> Outcome {
    let command = prefix + [executable.path] + arguments
    let (status, output) = try await Command.run(command, in: folder)
    return Outcome(status: status, output: output.text, errorLines: output.errorText.lines)
  }
}

/// Any program, which is found as a shell would find it.
enum Command {
  /// Runs a program until it exits.
  ///
  /// - Throws: ``ProcessFailure`` if the program cannot be launched, or is ended by a signal.
  static func run(_ command: [String], in folder: URL? = nil) async throws -> (status: Int32, output: ProcessOutput) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    if let folder { process.currentDirectoryURL = folder }
    return try await process.launch(.promise).exit()
  }
}

extension Promise<ProcessOutput> {
  /// Waits until the process has exited, with any status. The process is terminated if the waiting task is canceled.
  func exit() async throws -> (status: Int32, output: ProcessOutput) {
    do {
      return (0, try await get(cancellation: .forward))
    } catch let failure as ProcessFailure {
      guard case .exit(let status) = failure.reason else { throw failure }
      return (status, failure.output)
    }
  }
}

extension String {
  /// The lines of a text in which each line ends with a newline. A last line without one ends with a note about it.
  var lines: [String] {
    var lines = components(separatedBy: "\n")
    let rest = lines.removeLast()
    return rest.isEmpty ? lines : lines + [rest + "(no newline)"]
  }
}
