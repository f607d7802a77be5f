import Foundation

/// The standard streams of the program.
enum Standard {
  /// Writes a line to standard error.
  static func error(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

  /// Whether standard error is a terminal.
  static var errorIsTerminal: Bool { isatty(STDERR_FILENO) != 0 }
}
