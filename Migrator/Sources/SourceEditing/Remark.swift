package import SwiftSyntax

/// A diagnostic message of a command about a place in a file.
package struct Remark: Hashable, Sendable {
  /// How a remark affects the result of the command.
  package enum Kind: Hashable, Sendable {
    /// The user has to change something. The exit status is 1.
    case left
    /// The command has changed something that the user should know about.
    case note
  }

  package let kind: Kind
  package let path: String
  package let line: Int
  package let column: Int
  /// A short identifier of the reason, such as `weak-capture`, by which remarks are counted.
  package let reason: String
  /// One or two sentences that say what is left, why, and what to do.
  package let message: String
  /// A text that several remarks share. It is printed with the first of them.
  package let explanation: String?

  package init(
    _ kind: Kind, path: String, line: Int, column: Int, reason: String, message: String, explanation: String? = nil
  ) {
    self.kind = kind
    self.path = path
    self.line = line
    self.column = column
    self.reason = reason
    self.message = message
    self.explanation = explanation
  }

  /// Creates a remark about a node.
  package init(
    _ kind: Kind, in source: SourceText, at node: some SyntaxProtocol, reason: String, message: String,
    explanation: String? = nil
  ) {
    let (line, column) = source.location(of: node.positionAfterSkippingLeadingTrivia)
    self.init(
      kind, path: source.path, line: line, column: column, reason: reason, message: message, explanation: explanation)
  }

  /// Creates a copy of a remark with another message.
  package init(_ other: Remark, message: String) {
    self.init(
      other.kind, path: other.path, line: other.line, column: other.column, reason: other.reason, message: message,
      explanation: other.explanation)
  }

  /// Creates a remark about a file that could not be edited.
  package init(_ error: SourceError, path: String) {
    let (line, column) =
      switch error {
      case .doesNotParse(let line, let column, _), .tooDeep(let line, let column): (line, column)
      case .unreadable, .notText, .unwritable, .changedMeanwhile: (1, 1)
      }
    self.init(.left, path: path, line: line, column: column, reason: error.reason, message: error.description)
  }
}

extension Remark: CustomStringConvertible {
  /// One line with the explanation, in the form of the compiler's diagnostics.
  package var description: String { text(explaining: true) }

  fileprivate func text(explaining isExplained: Bool) -> String {
    let end = isExplained ? explanation.map { " \($0)" } ?? "" : ""
    return "\(path):\(line):\(column): \(kind == .left ? "left" : "note"): \(message)\(end) [\(reason)]"
  }
}

extension [Remark] {
  /// One line for each remark. The first of the remarks with the same explanation is printed with it.
  package var lines: [String] {
    var explained: Set<String> = []
    return map { remark in
      remark.text(explaining: remark.explanation.map { explained.insert($0).inserted } ?? false)
    }
  }
}

extension SourceError {
  fileprivate var reason: String {
    switch self {
    case .unreadable: "unreadable"
    case .notText: "not-text"
    case .doesNotParse, .tooDeep: "does-not-parse"
    case .unwritable: "unwritable"
    case .changedMeanwhile: "changed-meanwhile"
    }
  }
}
