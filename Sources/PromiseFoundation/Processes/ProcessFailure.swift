public import Foundation

/// The error of a process that could not be launched or did not succeed.
///
/// The ``description`` is made for a log: it contains the executable, but neither the arguments of the command nor what it
/// wrote, because both often contain passwords. To log the error output, which may contain secrets, add
/// `output.errorText`.
public struct ProcessFailure: Error, Sendable {
  /// What went wrong.
  public enum Reason: Sendable {
    /// The process could not be launched, because of the associated error.
    case notLaunched(any Error)
    /// The process has been launched before. Each `Process` can be launched once.
    case alreadyLaunched
    /// The process exited with a status other than 0.
    case exit(status: Int32)
    /// The process was ended by a signal.
    case signal(number: Int32)
    /// The process was terminated, because it wrote more than the given number of bytes.
    case outputLimitExceeded(byteCount: Int)
  }

  /// What went wrong.
  public let reason: Reason
  /// The path of the executable.
  public let executable: String
  /// The arguments of the command.
  public let arguments: [String]
  /// What the process wrote until it ended.
  public let output: ProcessOutput
}

extension ProcessFailure: CustomStringConvertible, LocalizedError, CustomReflectable {
  /// Describes the command without its arguments, its status, and the size of its error output.
  public var description: String {
    let count = arguments.count
    let command = "`\(Redaction.shortened(executable))` (\(count) argument\(count == 1 ? "" : "s"))"
    let problem =
      switch reason {
      case .notLaunched(let error):
        """
        could not be launched: \(Redaction.shortened(error.localizedDescription)) Set `executableURL` to an executable file, and \
        `currentDirectoryURL` to an existing folder.
        """
      case .alreadyLaunched: "has been launched before. Create a new `Process` for each launch."
      case .exit(let status): "exited with status \(status)."
      case .signal(let number): "was ended by signal \(number)."
      case .outputLimitExceeded(let byteCount):
        """
        was terminated, because it wrote more than \(byteCount) bytes. Raise `outputLimit`, or set `standardOutput` and \
        `standardError` to the handle of a file.
        """
      }
    let size = output.err.count
    guard size > 0 else { return "\(command) \(problem)" }
    return "\(command) \(problem) Its error output has \(size) byte\(size == 1 ? "" : "s"); see `output.errorText`."
  }

  /// The description of the error.
  public var errorDescription: String? { description }

  /// A mirror that reflects the description only, so that `dump` and failed expectations print no secrets either.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
