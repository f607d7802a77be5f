package import SwiftSyntax

/// A replacement of part of a text.
package struct Edit: Hashable, Sendable {
  /// The range to replace, as UTF-8 offsets from the beginning of the text.
  package let range: Range<Int>
  /// The new text. Its lines end with `\n`, even if those of the file do not.
  package let replacement: String

  package init(range: Range<Int>, replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  /// Replaces a node, but not the white space and the comments around it.
  package init(replacing node: some SyntaxProtocol, with replacement: String) {
    self.init(from: node.positionAfterSkippingLeadingTrivia, to: node.endPositionBeforeTrailingTrivia, replacement)
  }

  /// Replaces the text between two positions.
  package init(from start: AbsolutePosition, to end: AbsolutePosition, _ replacement: String) {
    self.init(range: start.utf8Offset..<end.utf8Offset, replacement: replacement)
  }

  /// Inserts a text.
  package init(inserting text: String, at position: AbsolutePosition) {
    self.init(from: position, to: position, text)
  }

  /// Applies edits that do not overlap. Insertions at the same offset keep their order.
  ///
  /// - Parameters:
  ///   - lineEnding: The line ending of the replacements in the result.
  /// - Returns: The edited text. Complexity: O(*n* + *k* log *k*) for *n* bytes and *k* edits.
  package static func apply(_ edits: [Edit], to text: String, lineEnding: LineEnding = .lineFeed) -> String {
    let utf8 = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(utf8.count + edits.reduce(0) { $0 + $1.replacement.utf8.count })
    var offset = 0
    let sorted = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    for (_, edit) in sorted {
      precondition(offset <= edit.range.lowerBound, "Edits must not overlap: \(edit)")
      result += utf8[offset..<edit.range.lowerBound]
      result += lineEnding.normalize(edit.replacement).utf8
      offset = edit.range.upperBound
    }
    result += utf8[offset...]
    return String(decoding: result, as: UTF8.self)
  }
}
