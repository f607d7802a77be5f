import SourceEditing
import SwiftSyntax

/// Copies parts of the source as lines without their indentation, with edits applied.
struct SourceSlice {
  let source: SourceText
  /// Edits that apply wherever their part of the source is copied.
  var renames: [Edit] = []

  init(source: SourceText) { self.source = source }

  /// Returns the text between two positions after some edits.
  func text(from start: AbsolutePosition, to end: AbsolutePosition, edits: [Edit] = []) -> String {
    let utf8 = source.text.utf8
    let lower = utf8.index(utf8.startIndex, offsetBy: start.utf8Offset)
    let upper = utf8.index(utf8.startIndex, offsetBy: end.utf8Offset)
    // What an edit replaces has been renamed already.
    let visible = renames.filter { rename in !edits.contains { $0.range.contains(rename.range.lowerBound) } }
    let inside = (edits + visible).filter {
      start.utf8Offset <= $0.range.lowerBound && $0.range.upperBound <= end.utf8Offset
    }
    let moved = inside.map {
      let offset = start.utf8Offset
      return Edit(range: $0.range.lowerBound - offset..<$0.range.upperBound - offset, replacement: $0.replacement)
    }
    return LineEnding.lineFeed.normalize(Edit.apply(moved, to: String(source.text[lower..<upper])))
  }

  /// Returns the text of a node, without the white space and the comments around it.
  func text(of node: some SyntaxProtocol, edits: [Edit] = []) -> String {
    text(from: node.positionAfterSkippingLeadingTrivia, to: node.endPositionBeforeTrailingTrivia, edits: edits)
  }

  /// Returns the lines of an expression, without the indentation of the line in which it begins.
  func lines(of node: some SyntaxProtocol, edits: [Edit] = []) -> [String] {
    unindent(text(of: node, edits: edits), by: indentation(at: node.positionAfterSkippingLeadingTrivia))
  }

  /// Returns the lines of some statements with the comments and the blank lines between them.
  func lines(of items: [CodeBlockItemSyntax], edits: [Edit] = []) -> [String] {
    guard let first = items.first, let last = items.last else { return [] }
    let text = text(from: first.position, to: last.endPosition, edits: edits)
    let indentation = indentation(at: first.positionAfterSkippingLeadingTrivia)
    var lines = unindent(text, by: indentation)
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Returns the white space at the beginning of the line of a position.
  func indentation(at position: AbsolutePosition) -> String {
    Indentation.ofLine(at: position.utf8Offset, in: source.text)
  }

  private func unindent(_ text: String, by indentation: String) -> [String] {
    let indentation = indentation.utf8
    // Splitting into characters would be slow.
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().map {
      index, line in
      var line = line
      while let last = line.last, Self.isWhiteSpace(last) { line.removeLast() }
      if line.starts(with: indentation) {
        line = line.dropFirst(indentation.count)
      } else if index == 0 {
        line = line.drop(while: Self.isWhiteSpace)
      }
      return String(Substring(line))
    }
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// Returns the comments of some trivia, one for each line.
  func comments(in trivia: Trivia) -> [String] {
    trivia.compactMap { piece in
      switch piece {
      case .lineComment(let text), .docLineComment(let text), .blockComment(let text), .docBlockComment(let text): text
      default: nil
      }
    }
  }
}
