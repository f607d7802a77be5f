import SourceEditing

@testable import Reporting

/// Reads the report of a file from its text.
func read(_ text: String, path: String = "File.swift") throws -> FileReport {
  FileReport(try SourceText(text, path: path))
}

/// Reads the report of several files, named `0.swift`, `1.swift` and so on.
func report(_ texts: String...) throws -> Report {
  Report(try texts.enumerated().map { try read($0.element, path: "\($0.offset).swift") })
}

extension [Place] {
  /// The lines and the kinds of the places.
  var summary: [String] { map { "\($0.line) \($0.kind)" } }
}
