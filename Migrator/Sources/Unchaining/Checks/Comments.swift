import SourceEditing
import SwiftParser
import SwiftSyntax

/// Checks that no comment is lost.
enum Comments {
  /// Throws if a comment of a body is missing in the new function.
  static func check(old body: CodeBlockSyntax, new text: String) throws(LeaveReason) {
    // Most bodies have no comments, and reading the text is faster than reading the tokens.
    guard body.description.mentions(anyOf: ["//", "/*"]) else { return }
    // Comments after the closing brace stay there.
    let comments = all(in: body).dropLast(all(in: body.trailingTrivia).count)
    guard !comments.isEmpty else { return }
    var left = all(in: Parser.parse(source: text))
    for comment in comments {
      guard let index = left.firstIndex(of: comment) else {
        throw LeaveReason(
          .commentLost, at: body,
          "The comment “\(comment)” has no place in the async function. Move it to the beginning of a line.")
      }
      left.remove(at: index)
    }
  }

  private static func all(in node: some SyntaxProtocol) -> [String] {
    node.tokens(viewMode: .sourceAccurate).flatMap { all(in: $0.leadingTrivia) + all(in: $0.trailingTrivia) }
  }

  private static func all(in trivia: Trivia) -> [String] {
    trivia.compactMap { piece in
      switch piece {
      case .lineComment(let text), .docLineComment(let text): text
      case .blockComment(let text), .docBlockComment(let text): text.filter { !$0.isWhitespace }
      default: nil
      }
    }
  }
}
