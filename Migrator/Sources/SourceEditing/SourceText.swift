package import SwiftSyntax

/// The text of a Swift file, its syntax tree, and its layout.
package struct SourceText: Sendable {
  /// The path of the file, in the form in which it is printed.
  package let path: String
  /// The text of the file, without a byte-order mark.
  package let text: String
  /// Whether the file begins with a byte-order mark.
  package let hasByteOrderMark: Bool
  /// The most frequent line ending of the file.
  package let lineEnding: LineEnding
  /// The unit of indentation of the file.
  package let indentation: Indentation
  package let tree: SourceFileSyntax
  /// The offsets at which the lines begin.
  private let lineStarts: [Int]

  /// Parses the contents of a file.
  ///
  /// - Throws: A ``SourceError`` if the file is not Swift source text.
  package init(path: String, contents: [UInt8]) throws(SourceError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    hasByteOrderMark = contents.starts(with: mark)
    let bytes = hasByteOrderMark ? contents.dropFirst(mark.count) : contents[...]
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    self.path = path
    self.text = text
    lineEnding = LineEnding(of: text)
    indentation = Indentation(of: text)
    lineStarts = Self.lineStarts(of: text)
    if let offset = NestingDepth.firstOffsetTooDeep(in: text) {
      let (line, column) = Self.location(of: offset, lineStarts)
      throw .tooDeep(line: line, column: column)
    }
    tree = try Syntax.parse(text)
  }

  /// Reads and parses a file.
  package init(reading path: String) throws(SourceError) {
    try self.init(path: path, contents: FileContents.read(path))
  }

  /// Parses a text.
  package init(_ text: String, path: String = "File.swift") throws(SourceError) {
    try self.init(path: path, contents: Array(text.utf8))
  }

  /// Returns the contents of the file after some edits.
  ///
  /// - Throws: A ``SourceError`` if the result would not parse.
  package func applying(_ edits: [Edit]) throws(SourceError) -> [UInt8] {
    let edited = Edit.apply(edits, to: text, lineEnding: lineEnding)
    _ = try Syntax.parse(edited)
    return (hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []) + Array(edited.utf8)
  }

  /// Returns the line and the column of a position, both counted from 1. Columns are counted in bytes.
  package func location(of position: AbsolutePosition) -> (line: Int, column: Int) {
    Self.location(of: position.utf8Offset, lineStarts)
  }

  private static func location(of offset: Int, _ lineStarts: [Int]) -> (line: Int, column: Int) {
    // The number of lines that begin at or before the offset.
    var (line, end) = (1, lineStarts.count)
    while line < end {
      let middle = (line + end) / 2
      if lineStarts[middle] <= offset { line = middle + 1 } else { end = middle }
    }
    return (line, offset - lineStarts[line - 1] + 1)
  }

  private static func lineStarts(of text: String) -> [Int] {
    var starts = [0]
    var offset = 0
    for byte in text.utf8 {
      offset += 1
      if byte == UInt8(ascii: "\n") { starts.append(offset) }
    }
    return starts
  }

  /// Whether the text contains any of the words, including in comments and as part of other words.
  ///
  /// A visitor need not walk a file that does not mention the names it looks for.
  package func mentions(_ words: String...) -> Bool { text.mentions(anyOf: words) }
}
