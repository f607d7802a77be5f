package import SwiftSyntax

/// The text of a Swift file, its syntax tree, and the way it is written.
package struct SourceText: Sendable {
  /// The path of the file, as it is printed.
  package let path: String
  /// The text of the file, without a byte-order mark.
  package let text: String
  /// Whether the file begins with a byte-order mark.
  package let hasByteOrderMark: Bool
  /// How most lines of the file end.
  package let lineEnding: LineEnding
  /// What the file is indented with.
  package let indentation: Indentation
  package let tree: SourceFileSyntax

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

  /// Returns the line and the column of a position, both counted from 1.
  package func location(of position: AbsolutePosition) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in text.utf8.prefix(position.utf8Offset) {
      column += 1
      if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) }
    }
    return (line, column)
  }
}
