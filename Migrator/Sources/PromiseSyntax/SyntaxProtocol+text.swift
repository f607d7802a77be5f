package import SwiftSyntax

extension SyntaxProtocol {
  /// The text without the white space and the comments around it.
  ///
  /// Unlike `trimmedDescription`, this does not copy the syntax tree of the file.
  package var trimmedText: String {
    if let token = self.as(TokenSyntax.self) { return token.text }
    let bytes = syntaxTextBytes.dropFirst(leadingTriviaLength.utf8Length).dropLast(trailingTriviaLength.utf8Length)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The ``trimmedText`` up to a position.
  fileprivate func trimmedText(upTo end: AbsolutePosition) -> String {
    let start = leadingTriviaLength.utf8Length
    return String(decoding: syntaxTextBytes[start..<end.utf8Offset - position.utf8Offset], as: UTF8.self)
  }

  /// Whether ``trimmedText`` is the given text. Long expressions are not read.
  package func isWritten(_ text: String) -> Bool {
    trimmedLength.utf8Length == text.utf8.count && trimmedText == text
  }

  /// The text without white space and comments between tokens, for comparisons.
  package var normalized: String {
    tokens(viewMode: .sourceAccurate).map(\.text).joined(separator: " ")
  }
}

extension WithTrailingCommaSyntax {
  /// The text without the comma after it, and without the white space and the comments around it.
  package var textWithoutComma: String {
    guard let last = trailingComma?.previousToken(viewMode: .sourceAccurate) else { return trimmedText }
    return trimmedText(upTo: last.endPositionBeforeTrailingTrivia)
  }
}
