import SourceEditing
import SwiftSyntax

/// A place in a file, with the code that stands there.
package struct Place: Hashable, Sendable, Codable {
  /// The line, counted from 1.
  package let line: Int
  /// The column, in bytes, counted from 1.
  package let column: Int
  /// What was found, such as `DispatchSemaphore.wait`.
  package let kind: String
  /// The beginning of the code, on one line.
  package let code: String
}

/// Makes the places of one file.
struct PlaceFinder {
  private let source: SourceText

  init(_ source: SourceText) { self.source = source }

  /// Returns the line and the column of a node, both counted from 1.
  func location(of node: some SyntaxProtocol) -> (line: Int, column: Int) {
    source.location(of: node.positionAfterSkippingLeadingTrivia)
  }

  /// Makes the place of a node.
  ///
  /// - Parameter end: The node at which the code of the place ends, if it is not the whole node.
  func place(of node: some SyntaxProtocol, kind: String, to end: (any SyntaxProtocol)? = nil) -> Place {
    let (line, column) = location(of: node)
    return Place(line: line, column: column, kind: kind, code: node.summary(to: end?.endPosition ?? node.endPosition))
  }
}

extension SyntaxProtocol {
  /// The beginning of the code, without comments and line breaks, in at most 60 characters.
  fileprivate func summary(to end: AbsolutePosition) -> String {
    var text = ""
    for token in tokens(viewMode: .sourceAccurate) {
      text += token.text
      if token.endPosition >= end || text.utf8.count > 240 { break }
      let next = token.nextToken(viewMode: .sourceAccurate)
      if !token.trailingTrivia.isEmpty || !(next?.leadingTrivia.isEmpty ?? true) { text += " " }
    }
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 60 ? line.prefix(59) + "…" : line
  }
}
