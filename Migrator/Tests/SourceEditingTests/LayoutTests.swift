import Testing

@testable import SourceEditing

@Suite struct LayoutTests {
  @Test(arguments: [
    ("", LineEnding.lineFeed), ("a", .lineFeed), ("a\nb\n", .lineFeed), ("a\r\nb\r\n", .carriageReturnLineFeed),
    ("a\r\nb\r\nc\n", .carriageReturnLineFeed), ("a\r\nb\n", .lineFeed), ("a\rb\r", .lineFeed),
  ])
  func `the line ending is that of most lines`(text: String, ending: LineEnding) {
    #expect(LineEnding(of: text) == ending)
  }

  @Test func `normalizing changes all line endings and nothing else`() {
    #expect(LineEnding.carriageReturnLineFeed.normalize("\na\r\n\nb") == "\r\na\r\n\r\nb")
    #expect(LineEnding.lineFeed.normalize("a\r\nb\n\n") == "a\nb\n\n")
    #expect(LineEnding.carriageReturnLineFeed.normalize("") == "")
  }

  @Test(arguments: [
    ("", "    "), ("a\nb\n", "    "), ("a\n  b\n    c\n  d\n", "  "), ("a\n    b\n        c\n", "    "),
    ("a\n\tb\n\t\tc\n  d\n", "\t"), ("a\r\n   b\r\n", "   "),
    // Alignment is less frequent than indentation.
    ("a\n  b\n  c\nd\n  e\nf(x,\n  y)\ng(x,\n      y)\n", "  "),
    // Empty lines and lines of white space do not count.
    ("a\n\n      \n  b\n\n  c\n", "  "),
    // One space is alignment.
    ("/*\n * a\n */\nb\n    c\n", "    "),
  ])
  func `the unit of indentation is the most frequent step`(text: String, unit: String) {
    #expect(Indentation(of: text).unit == unit)
  }

  @Test(arguments: [(0, ""), (1, ""), (2, "\t "), (3, "\t "), (6, "\t "), (7, "\t "), (8, "  "), (12, "  "), (13, "")])
  func `the indentation of a line is found from any place in it`(offset: Int, indentation: String) {
    #expect(Indentation.ofLine(at: offset, in: "a\n\t bcd\n  e\r\nf") == indentation)
  }
}
