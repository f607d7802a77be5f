import SourceEditing
import SwiftSyntax

/// Where the lines of a file begin and end, for edits that remove or insert whole statements.
struct TextLines {
  private let utf8: [UInt8]

  init(_ source: SourceText) { utf8 = Array(source.text.utf8) }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Returns the offset of the beginning of a line.
  func start(at offset: Int) -> Int {
    var start = offset
    while start > 0, utf8[start - 1] != Self.lineFeed { start -= 1 }
    return start
  }

  /// Returns the offset after a line and its line feed.
  func end(at offset: Int) -> Int {
    var end = offset
    while end < utf8.count {
      end += 1
      if utf8[end - 1] == Self.lineFeed { break }
    }
    return end
  }

  /// Whether there is only white space between two offsets.
  func isBlank(_ range: Range<Int>) -> Bool {
    utf8[range].allSatisfy { [UInt8(ascii: " "), UInt8(ascii: "\t"), Self.lineFeed, Self.carriageReturn].contains($0) }
  }

  /// The offset before the white space that precedes an offset on its line.
  func beforeSpaces(_ offset: Int) -> Int {
    var start = offset
    while start > 0, utf8[start - 1] == UInt8(ascii: " ") || utf8[start - 1] == UInt8(ascii: "\t") { start -= 1 }
    return start
  }

  /// The offset after the white space that follows an offset on its line.
  func afterSpaces(_ offset: Int) -> Int {
    var end = offset
    while end < utf8.count, utf8[end] == UInt8(ascii: " ") || utf8[end] == UInt8(ascii: "\t") { end += 1 }
    return end
  }

  /// The range to remove with a statement: its whole lines if nothing else stands on them, and otherwise the statement
  /// and the spaces after it.
  func removal(_ item: some SyntaxProtocol) -> Range<Int> {
    let start = item.positionAfterSkippingLeadingTrivia.utf8Offset
    let end = item.endPositionBeforeTrailingTrivia.utf8Offset
    let (lineStart, lineEnd) = (self.start(at: start), self.end(at: end))
    if isBlank(lineStart..<start), isBlank(end..<lineEnd) { return lineStart..<lineEnd }
    if isBlank(end..<lineEnd) { return beforeSpaces(start)..<end }
    return start..<afterSpaces(end)
  }
}
