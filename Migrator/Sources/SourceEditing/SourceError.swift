/// A reason for which a file cannot be read, parsed or replaced.
package enum SourceError: Error, Hashable, CustomStringConvertible {
  case unreadable(reason: String)
  case notText
  case doesNotParse(line: Int, column: Int, message: String)
  case tooDeep(line: Int, column: Int)
  case unwritable(reason: String)
  case changedMeanwhile

  package var description: String {
    switch self {
    case .unreadable(let reason): "The file cannot be read: \(reason)"
    case .notText: "The file is not UTF-8 text. Convert it to UTF-8."
    case .doesNotParse(_, _, let message): "The file does not parse: \(message). Correct the error first."
    case .tooDeep:
      "The code is nested more than \(NestingDepth.maximum) levels deep. Simplify it, or leave the file out with --exclude."
    case .unwritable(let reason): "The file cannot be replaced: \(reason)"
    case .changedMeanwhile: "The file has changed since it was read. Run the command again."
    }
  }
}
